import type { Row } from "@/e2e/next/ask-both";
import { get, row } from "@/e2e/next/other-requests";
import type { Api } from "@/e2e/support/api";
import { openThread, publishSkill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { pageLooks } from "@/e2e/support/read-paths";
import { findDocument } from "@/lib/server/formats/documents";

/** Each process reads the figures that it shows at its own moment, once a minute. */
const OF_ITS_MOMENT = "/status.md";

/** The address of every document in the table but one, about a new skill with two versions and a new thread. */
export async function documentPaths(api: Api): Promise<string[]> {
  const [holder, { thread_id }] = [await connect(api), await openThread(api)];
  const older = await publishSkill({ author: holder.connection_id });
  const files = { "references/more.md": "# More\n" };
  const skill = await publishSkill({ author: holder.connection_id, of: older, title: older.title, files });
  const compared = `?from=${older.version_id}&to=${skill.version_id}`;
  const about = { ask: word(), threads: [thread_id], skills: [skill], older, holder, maintainer: holder };
  return pageLooks(api, about)
    .map(({ where }) => where)
    .filter((path) => path !== OF_ITS_MOMENT && !path.includes("?") && findDocument(path))
    .map((path) => (path.endsWith("/compare.diff") ? `${path}${compared}` : path));
}

/** Addresses in the form of documents without one behind them, and documents that are asked for in an unusual way. */
export function unusualDocuments(): Row[] {
  const [skill, thread] = ["/skills/skl_AAAAAAAAAAAAAAAAAAAAAA", "/threads/thr_AAAAAAAAAAAAAAAAAAAAAA"];
  const missing = [
    "/feeds/nothing.atom",
    "/sitemaps/nothing.xml",
    "/.well-known/nothing",
    `${skill}/feed.json`,
    `${skill}/SKILL.md`,
    `${thread}.md`,
    `${thread}/card.png`,
    "/skills/no-such-id/badge.svg",
  ];
  return [
    ...missing.map((path) => row(path, 404, get(path))),
    row("a search", 200, get("/skills.md?technology=postgresql&sort=title")),
    row("a cursor of no list", 400, get("/skills.md?cursor=nonsense")),
    row("a malformed escape", 400, get("/robots.txt?a=%E0%A4%A")),
    row("headers of Next's router", 200, get("/robots.txt", { rsc: "1", "next-router-prefetch": "1" })),
  ];
}
