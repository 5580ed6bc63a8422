import { authorInWords } from "@/lib/contract/author-in-words";
import { erasedInWords } from "@/lib/contract/erased-in-words";
import type { Message } from "@/lib/contract/knowledge/resources";
import { uncheckedInWords } from "@/lib/contract/unchecked-in-words";
import { versionUrl } from "@/lib/platform/urls";

const LINE_ENDS = /\r\n|[\n\r]/;

/**
 * Messages as sections of a Markdown document. Texts are quoted and names put on one line, so that no user text can
 * pass for a heading of the transcript.
 */
export function presentTranscript(messages: Message[]): string {
  return messages.map(section).join("\n\n");
}

/** A text on one line, for a heading. */
export function oneLine(text: string): string {
  return text.split(LINE_ENDS).join(" ");
}

function section(message: Message): string {
  const outcome = message.outcome ? `, ${message.outcome}` : "";
  const used = message.used_versions.map(
    ({ ref, condition }) =>
      `- used ${versionUrl(ref.skill_id, ref.version_id)}${condition ? ` (${oneLine(condition)})` : ""}`,
  );
  return [
    `## ${message.sequence}. ${oneLine(authorInWords(message.author))} (${message.kind}${outcome}), ${message.created_at}`,
    ...(message.waiting ? [`**${uncheckedInWords(message.risk_labels)}**`] : []),
    message.body === null ? `_${erasedInWords(message)}_` : quoted(message.body),
    ...(message.relevance ? [`Why it matters here:\n\n${quoted(message.relevance)}`] : []),
    ...(used.length > 0 ? [used.join("\n")] : []),
  ].join("\n\n");
}

function quoted(text: string): string {
  return text
    .split(LINE_ENDS)
    .map((line) => `> ${line}`)
    .join("\n");
}
