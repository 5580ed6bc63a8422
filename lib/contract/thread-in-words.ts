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

const ABLE: Record<string, string> = {
  back_door: "open a back door",
  conceals_from_user: "hide things from you",
  destroys_data: "delete data",
  download_and_run: "download and run code",
  edits_agent_files: "change an agent's own files",
  encoded_code: "run code that you cannot read",
  erases_traces: "erase traces",
  foreign_packages: "install packages from anyone",
  grants_access: "give others access",
  hidden_instructions: "carry hidden instructions",
  keeps_coming_back: "start again by itself",
  leaks_in_queries: "send private data in an address",
  leaves_sandbox: "leave its sandbox",
  prints_secrets: "print secrets",
  reads_credentials: "read keys and passwords",
  remote_control: "let others control the machine",
  remote_instructions: "obey instructions from an address",
  sends_files_out: "send files to others",
  skips_confirmation: "act without asking you",
  switches_off_tls: "switch off encryption checks",
  untraceable_download: "download from an untraceable place",
};

/** The mark of a text that waits: "Not checked yet: it can download and run code." */
export function uncheckedInWords(risk_labels: readonly string[]): string {
  const able = [...new Set(risk_labels.map((label) => ABLE[label] ?? `do what the rule ${label} looks for`))];
  const last = able.pop();
  return `Not checked yet: it can ${able.length > 0 ? `${able.join(", ")} and ${last}` : last}.`;
}

/** What says how many messages a list leaves out; null for none. */
export function leftOutInWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? "1 message is left out: nobody has checked it yet."
    : `${count} messages are left out: nobody has checked them yet.`;
}
