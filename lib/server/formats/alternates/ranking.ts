import { pageContext } from "@/lib/domain/page-context";
import { EXAMPLE, Explained, explainAnswer } from "@/lib/domain/skills/explain-answer";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import type { Block, Cell } from "@/lib/search/explain/blocks";
import { explanationInWords } from "@/lib/search/explain/explanation-in-words";
import { alternateOf } from "@/lib/server/formats/alternates/markdown";
import { guides, guideText } from "@/lib/server/formats/docs/guides";
import type { Document } from "@/lib/server/formats/document";

/**
 * How search ranks, with an example; or the explanation of the search in `?q=`, with the page's parameters. `spend` counts
 * a search and may throw.
 */
export async function rankingAlternate(search: URLSearchParams, spend: () => void): Promise<Document> {
  const given = Object.keys(Explained.shape).flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  if (!search.get("q")?.trim())
    return alternateOf("/docs/ranking", [
      `# ${guides["/docs/ranking"].title}`,
      guideText("/docs/ranking"),
      "## An example, number by number",
      ...(await exampleMarkdown()),
    ]);
  const explained = Explained.safeParse(Object.fromEntries(given));
  if (!explained.success)
    throw new Problem("validation_failed", { detail: "A parameter has a value that this page does not know." });
  spend();
  const { q, technology, version } = explained.data;
  const blocks = explanationInWords(await explainAnswer(pageContext(), explained.data));
  return alternateOf("/docs/ranking", [
    `# Why: ${escaped(q)}`,
    technology ? `For ${escaped(`${technology} ${version ?? ""}`.trim())}.` : null,
    ...blocks.map((block) => blockMarkdown(block, 2)),
    `The rules: ${env().BASE_URL}/docs/ranking.md`,
  ]);
}

/** The rules are readable while the library is not. */
async function exampleMarkdown(): Promise<string[]> {
  try {
    const blocks = explanationInWords(await explainAnswer(pageContext(), EXAMPLE));
    return [`The search is: ${escaped(EXAMPLE.q)}`, ...blocks.map((block) => blockMarkdown(block, 3))];
  } catch (error) {
    if (error instanceof Problem && error.code === "unavailable") return ["The example cannot be computed right now."];
    throw error;
  }
}

function blockMarkdown(block: Block, level: number): string {
  const heading = (text: string) => `${"#".repeat(level)} ${escaped(text)}`;
  if (block.kind === "text") return escaped(block.text);
  if (block.kind === "heading") return heading(block.text);
  if (block.kind === "part")
    return [heading(block.title), ...block.blocks.map((each) => blockMarkdown(each, level + 1))].join("\n\n");
  const { caption, note, head, rows } = block;
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map(cellMarkdown))];
  return [
    `**${escaped(caption)}**${note ? `. ${escaped(note)}` : ""}`,
    lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n"),
  ].join("\n\n");
}

function cellMarkdown(cell: Cell): string {
  if (typeof cell === "string") return escaped(cell);
  return `[${escaped(cell.text)}](${env().BASE_URL}${cell.path.replaceAll(/[()]/g, encodeURIComponent)})`;
}

/** Others' texts in one line, without any markup. A number keeps its point and its sign. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}
