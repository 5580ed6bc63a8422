import { type ProblemCode, problemCodes, problems } from "@/lib/contract/problems";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { alternateOf, facts, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

/** All reasons for refusing a request. */
export function problemsAlternate(): Document {
  const lines = problemCodes.map(
    (code) => `- ${problems[code][0]} ${link(code, addressOf(code))}: ${problems[code][1]}`,
  );
  return alternateOf("/problems", [
    "# Problems",
    "A refusal is a problem document (RFC 9457) with one of these codes and the next step.",
    lines.join("\n"),
  ]);
}

/** One of them, with the next step. Throws `not_found`. */
export function problemAlternate(name: string): Document {
  const code = problemCodes.find((known) => known === name);
  if (!code) throw new Problem("not_found", { detail: "No problem has this code." });
  const [status, title, next_step] = problems[code];
  return alternateOf(`/problems/${code}`, [
    `# ${title}`,
    facts({ Code: `\`${code}\``, "HTTP status": String(status) }),
    `## What to do next\n\n${next_step}`,
  ]);
}

function addressOf(code: ProblemCode): string {
  return `${env().BASE_URL}/problems/${code}.md`;
}
