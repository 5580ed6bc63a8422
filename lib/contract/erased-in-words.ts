/** A text that may have been taken back. */
export type Retractable = { retracted_at: string | null; retracted_by: "author" | "maintainer" | null };

/** What stands in place of a text that was taken back, as a sentence. */
export function erasedInWords({ retracted_by }: Pick<Retractable, "retracted_by">): string {
  return retracted_by === "maintainer" ? "Erased by a maintainer." : "Taken back by its author.";
}

/** The title of a thread, or what stands in its place. */
export function titleInWords(post: { title: string | null } & Pick<Retractable, "retracted_by">): string {
  if (post.title !== null) return post.title;
  return post.retracted_by === "maintainer"
    ? "A question that a maintainer erased"
    : "A question that its author took back";
}
