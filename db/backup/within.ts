/**
 * Resolves like `work`, or rejects after `ms`: a network that drops every packet neither answers nor closes the
 * connection.
 */
export async function within<T>(ms: number, what: string, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
