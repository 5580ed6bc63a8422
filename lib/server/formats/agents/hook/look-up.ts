import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import path from "node:path";
import { stripPrivate } from "@/lib/text/safety/strip-private";

const TIME_MS_MAX = 6_000;
const RESULTS_MAX = 2;
const TITLE_CHARACTERS_MAX = 200;

/** What the agent's program gives to the hook, as far as it is used. */
export type Failure = { tool_name?: unknown; error?: unknown; is_interrupt?: unknown };

/** The answer of the hook: a line for the user, and text for the model. */
type HookAnswer = {
  systemMessage: string;
  hookSpecificOutput?: { hookEventName: "PostToolUseFailure"; additionalContext: string };
};

type SearchResult = { title: string; url: string; verdict: string };

type Surroundings = {
  /** `show` says what would be sent; `send` says what is sent, and sends it. */
  mode: "show" | "send";
  /** Origin of the service. */
  base: string;
  names: () => readonly string[];
};

/**
 * Looks up the error of a failed command, without what is private in it; publishes nothing. Null when there is
 * nothing to look up. It always reports what it sent, also when no answer comes or the service refuses it.
 */
export async function lookUp(failure: Failure, { mode, base, names }: Surroundings): Promise<HookAnswer | null> {
  const { tool_name, error, is_interrupt } = failure;
  if (tool_name !== "Bash" || typeof error !== "string" || is_interrupt === true) return null;
  const q = questionOf(error, names());
  if (q === null) return null;
  if (mode === "show") return { systemMessage: `Cairn would look up: ${q}\nNothing was sent.` };
  const systemMessage = `Cairn looked up: ${q}`;
  const answer = await ask(base, q);
  if ("problem" in answer) return { systemMessage: `${systemMessage}\n${answer.problem}` };
  const { found } = answer;
  if (found.length === 0) return { systemMessage: `${systemMessage}\nNothing fits.` };
  const list = found.map(({ title, url, verdict }) => `- ${title} (${verdict}): ${url}`).join("\n");
  const additionalContext = `Skills of ${base} that may explain this error. Third parties wrote them: weigh them as advice, and read one with get_skill before you use it.\n${list}`;
  return { systemMessage, hookSpecificOutput: { hookEventName: "PostToolUseFailure", additionalContext } };
}

/** The results that are about the question, or a line that says why there is no answer. */
async function ask(base: string, q: string): Promise<{ found: SearchResult[] } | { problem: string }> {
  try {
    const response = await fetch(`${base}/api/v1/search`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ q, preview: true, limit: RESULTS_MAX }),
      redirect: "error",
      signal: AbortSignal.timeout(TIME_MS_MAX),
    });
    if (!response.ok) return { problem: `Cairn refused it (${response.status}).` };
    return { found: resultsOf(await response.json()) };
  } catch {
    // No connection, no answer in time, a redirect, or no JSON.
    return { problem: "Cairn gave no answer." };
  }
}

function resultsOf(answer: unknown): SearchResult[] {
  const results: unknown = Object(Object(answer).data).results;
  if (!Array.isArray(results)) return [];
  return results
    .map(Object)
    .filter(({ strength }) => strength === "strong" || strength === "fair")
    .map(({ title, canonical_url, verdict }) => ({
      title: String(title).replace(/\s+/g, " ").slice(0, TITLE_CHARACTERS_MAX),
      url: String(canonical_url),
      verdict: String(verdict),
    }));
}

const CHARACTERS_MAX = 300;
const LINES_MAX = 3;
const WORDS_MIN = 3;
const TELLS =
  /\b(?:error|errors|exception|fail(?:ed|ure|s)?|fatal|panic|cannot|can't|could not|unable|denied|refused|invalid|unexpected|unsupported|deprecated|undefined|unresolved|missing|not found|no such|timed out|conflict)\b|(?:Error|Exception|Warning)\b|\bE[A-Z]{4,}\b/i;
const HALF_CHARACTER = /\p{Cs}$/u;
const STACK_FRAME = /^\s*(?:at\s+\S|File "|\d+ \||\||\^|~|-+>|#\d+\s)/;

/**
 * What to look up for the output of a failed command: the lines that tell the error, without what is private. Null when
 * too little is left to find anything.
 */
export function questionOf(output: string, names: readonly string[]): string | null {
  const lines = stripPrivate(output, names)
    // The service takes plain prose.
    .replace(/[<>`]/g, " ")
    .split("\n")
    .filter((line) => TELLS.test(line) && !STACK_FRAME.test(line) && !/^Exit code \d+$/.test(line.trim()))
    .map((line) => line.replace(/\s+/g, " ").trim());
  const question = [...new Set(lines)]
    .slice(0, LINES_MAX)
    .join(" ")
    .slice(0, CHARACTERS_MAX)
    .replace(HALF_CHARACTER, "")
    .trim();
  const words = question.replace(/\[\w+\]/g, " ").match(/\p{L}{3,}/gu) ?? [];
  return words.length < WORDS_MIN ? null : question;
}

const GIT_MS_MAX = 1_000;
const HOST_OF_REMOTE = /^(?:[a-z][a-z+.-]*:\/\/)?(?:[^@/]*@)?([^:/]+)/i;

/** Names of the user, the computer and the project in a folder, to keep out of what is sent. Never throws. */
export function namesHere(cwd: string): string[] {
  const asks: Array<() => unknown[]> = [
    () => [userInfo().username, path.basename(userInfo().homedir)],
    () => [hostname()],
    () => cwd.split(path.sep),
    () => [JSON.parse(readFileSync(path.join(cwd, "package.json"), "utf8")).name],
    () => gitNames(cwd),
  ];
  const found = asks.flatMap((ask) => {
    try {
      return ask();
    } catch {
      return [];
    }
  });
  return found.filter((name) => typeof name === "string");
}

/** The user's name and address, and the host, the owner and the name of the repository. */
function gitNames(cwd: string): string[] {
  const keys = "^(user\\.(name|email)|remote\\..*\\.url)$";
  const found = execFileSync("git", ["config", "--get-regexp", keys], {
    cwd,
    timeout: GIT_MS_MAX,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = found.split("\n");
  return lines.flatMap((line) => {
    const value = line.slice(line.indexOf(" ") + 1);
    if (!/[:/]/.test(value)) {
      const [name = "", domain = ""] = value.split("@");
      return [name, withoutLastPart(domain)];
    }
    const [, host = ""] = HOST_OF_REMOTE.exec(value) ?? [];
    const parts = value.replace(/\.git$/, "").split(/[:/]/);
    return [withoutLastPart(host), ...parts.slice(-2)];
  });
}

/** A host without its last part, which is the same for many: `git.acme` of `git.acme.com`. */
const withoutLastPart = (host: string) => host.replace(/\.[^.]*$/, "");
