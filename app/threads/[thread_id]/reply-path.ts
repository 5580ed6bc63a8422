/** The path of a message whose page is known. */
export function replyPath(thread_id: string, page: number, message_id: string): string {
  return `/threads/${thread_id}${page > 1 ? `?page=${page}` : ""}#${message_id}`;
}
