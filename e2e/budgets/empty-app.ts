import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_ROOT } from "@/lib/local/place";

/** In the project, because the builder must find the same Next and React above it. */
export const EMPTY_APP = path.join(PROJECT_ROOT, ".cairn", "empty-app");

const FILES = {
  "package.json": '{ "type": "module", "private": true }',
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(PROJECT_ROOT)} } };`,
  "app/layout.jsx":
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
  "app/page.jsx": "export default function Page() { return <h1>Nothing</h1>; }",
  // What a page must show is in its HTML twice: as elements, and as the data that React compares them with.
  "app/[bytes]/page.jsx":
    'export default async function Page({ params }) { return <pre>{"x".repeat((await params).bytes / 2)}</pre>; }',
};

/**
 * Builds a page that shows one heading, and one made at each request with as many bytes as its address says, with the
 * project's own Next and React. Gives the HTML of the first and a reader of its scripts.
 */
export function buildEmptyApp(): { html: string; script(src: string): Buffer } {
  rmSync(EMPTY_APP, { recursive: true, force: true });
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.join(EMPTY_APP, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const next = path.join(PROJECT_ROOT, "node_modules/next/dist/bin/next");
  const built = spawnSync(process.execPath, [next, "build", EMPTY_APP], {
    cwd: EMPTY_APP,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "", NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (built.status !== 0) throw new Error(`The empty app cannot be built:\n${built.stdout}\n${built.stderr}`);
  return {
    html: readFileSync(path.join(EMPTY_APP, ".next/server/app/index.html"), "utf8"),
    script: (src) => readFileSync(path.join(EMPTY_APP, src.replace(/^\/_next\//, ".next/").split("?", 1)[0] ?? "")),
  };
}
