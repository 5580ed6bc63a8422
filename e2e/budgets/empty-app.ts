import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** In the project, because the builder must find the same Next and React above it. */
export const EMPTY_APP = path.join(PROJECT_ROOT, ".cairn", "empty-app");

const FILES = {
  "package.json": '{ "type": "module", "private": true }',
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(PROJECT_ROOT)} } };`,
  "app/layout.jsx":
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
  "app/page.jsx": "export default function Page() { return <h1>Nothing</h1>; }",
  // The text of a page is in its HTML twice: as elements, and as the data that React compares them with.
  "app/[bytes]/page.jsx":
    'export default async function Page({ params }) { return <pre>{"x".repeat((await params).bytes / 2)}</pre>; }',
  "app/elements/[count]/[letters]/page.jsx": `
export default async function Page({ params }) {
  const { count, letters } = await params;
  const text = "x".repeat(letters);
  return <main>{Array.from({ length: count }, (_, place) => <p key={place} className="one">{text}</p>)}</main>;
}`,
};

/** The measured size of the elements page without its texts, which are in it twice. */
const PAGE_BYTES = 5_100;
const ELEMENT_BYTES = 97;

/** The URL at which the empty app shows this many elements in about this many bytes. */
export function pageOfElements({ bytes, elements }: { bytes: number; elements: number }): string {
  const letters = Math.round(((bytes - PAGE_BYTES) / elements - ELEMENT_BYTES) / 2);
  return `/elements/${elements}/${Math.max(1, letters)}`;
}

/**
 * Builds a page with one heading, and two pages rendered on each request, with the project's own Next and React: one
 * text with the number of bytes in the URL, and the same number of elements with the same number of letters. Returns
 * the HTML of the first and a reader of its scripts.
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
