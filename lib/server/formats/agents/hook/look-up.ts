import { questionOf } from "@/lib/server/formats/agents/hook/question-of";

const TIME_MS_MAX = 6_000;
const RESULTS_MAX = 2;
const TITLE_CHARACTERS_MAX = 200;

/** What the agent's program gives to the hook, as far as it is used. */
export type Failure = { tool_name?: unknown; error?: unknown; is_interrupt?: unknown };

/** The answer of the hook: a line for the user, and text for the model. */
export type HookAnswer = {
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
