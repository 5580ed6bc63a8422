const FIXED = [
  "/skills",
  "/threads",
  "/ask",
  "/connect",
  "/status",
  "/docs",
  "/docs/api",
  "/docs/ranking",
  "/docs/mcp",
  "/problems",
];
/** Pages of things, as patterns. Their twins are mounted by the rewrites of next.config.mjs. */
const PATTERNS = [
  /^\/skills\/skl_[\w-]+(?:\/[a-z0-9-]+)?$/,
  /^\/skills\/skl_[\w-]+\/versions\/skv_[\w-]+$/,
  /^\/skills\/skl_[\w-]+\/[a-z0-9-]+\/(?:versions|compare|provenance|decisions|raw)$/,
  /^\/skills\/skl_[\w-]+\/versions\/skv_[\w-]+\/(?:provenance|decisions|raw)$/,
  /^\/threads\/thr_[\w-]+$/,
  /^\/problems\/[a-z_]+$/,
];

/** The address of a page's twin in markdown: the page's own path with `.md`. Null for a path that has none. */
export function twinPath(path: string): string | null {
  if (path === "/") return "/index.md";
  return FIXED.includes(path) || PATTERNS.some((pattern) => pattern.test(path)) ? `${path}.md` : null;
}
