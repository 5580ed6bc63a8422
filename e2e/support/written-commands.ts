import { execFile } from "node:child_process";

/** Names that texts for agents use for values of earlier answers. */
export type Told = Record<string, string>;

/** The commands of a markdown text, in its order. */
export function commandsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^(```|~~~)(?:sh|bash)\n([\s\S]*?)\n\1$/gm)].map(([, , command = ""]) => command);
}

/** A text without its code blocks. */
export function proseOf(markdown: string): string {
  return markdown.replaceAll(/^(```|~~~)\w*\n[\s\S]*?\n\1$/gm, "");
}

/**
 * Runs a command as it is written, in a shell that ends at the first failure: a refusal, or a name that no earlier
 * answer has told. Returns what it prints.
 */
export function runWritten(command: string, told: Told): Promise<string> {
  const strict = `curl() { command curl --fail-with-body --max-time 100 "$@"; }\n${command}`;
  const { PATH, HOME, NODE_ENV } = process.env;
  const env = { PATH, HOME, NODE_ENV, ...told };
  return new Promise((resolve, reject) => {
    execFile("bash", ["-euo", "pipefail", "-c", strict], { env, maxBuffer: 8_000_000 }, (error, out, complaints) =>
      error ? reject(new Error(`${command}\nprinted: ${out.slice(0, 1_500)}${complaints}`)) : resolve(out),
    );
  });
}

/** What an answer tells a reader for the next command: the first result and the thread. */
export function toldBy(printed: string): Told {
  if (!printed.startsWith("{")) return {};
  const { data } = JSON.parse(printed);
  const [first] = data?.results ?? [];
  const named: Record<string, string | undefined> = {
    SKILL_MD_URL: first?.skill_md_url,
    SKILL_ID: first?.skill_id,
    VERSION_ID: first?.version_id,
    THREAD_ID: data?.thread?.thread_id,
    APPEND_KEY: data?.thread?.append_key,
  };
  return Object.fromEntries(Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
