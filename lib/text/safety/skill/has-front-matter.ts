/**
 * Whether a markdown text begins with a metadata block (`---` or `+++`, a key, and the closing line). A thematic break
 * at the top and an unclosed block do not count.
 */
export function hasFrontMatter(markdown: string): boolean {
  const lines = markdown
    .replace(/^\uFEFF/, "")
    .split(/\r\n|[\n\r]/, LINES_MAX)
    .map((line) => line.trimEnd());
  const start = lines.findIndex((line) => line !== "");
  const mark = lines[start];
  if (mark !== "---" && mark !== "+++") return false;
  const body = lines.slice(start + 1);
  const end = body.findIndex((line) => line === mark || (mark === "---" && line === "..."));
  const key = mark === "---" ? /^\s{0,8}["']?[A-Za-z_][\w .-]{0,60}["']?\s?:/ : /^\s{0,8}[\w."-]{1,60}\s?=/;
  const first = body.find((line) => line !== "" && !line.startsWith("#"));
  return end > 0 && first !== undefined && key.test(first) && body.indexOf(first) < end;
}

const LINES_MAX = 400;
