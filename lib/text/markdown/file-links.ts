/** Keeps the author's heading ids apart from the page's own and from names that scripts look up on the document. */
export const HEADING_ID_PREFIX = "s-";

/** The files of a version, to which relative links of its texts lead. */
export type FileLinks = {
  /** The page of the version, and the one of its files, which takes `path`. */
  page: string;
  files_page: string;
  paths: readonly string[];
  /** The file that holds the link; SKILL.md is the version's text. */
  from: string;
};

/** The address of the page that shows what a relative link names; null when it names no file of the version. */
export function fileAddress(href: string, { page, files_page, paths, from }: FileLinks): string | null {
  const [, given = "", part] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
  const path = resolvedPath(given, from);
  if (path === null) return null;
  const heading = part ? `#${HEADING_ID_PREFIX}${part.toLowerCase()}` : "";
  if (path === "SKILL.md") return `${page}${heading}`;
  return paths.includes(path) ? `${files_page}?${new URLSearchParams({ path })}${heading}` : null;
}

function resolvedPath(given: string, from: string): string | null {
  if (given === "" || given.startsWith("/") || /^[a-z][a-z0-9+.-]*:/i.test(given)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of decoded(given).split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
