import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { type StartPhase, startingProblem } from "@/lib/platform/process-state";
import { singleton } from "@/lib/platform/singleton";
import type { Answer } from "@/lib/server/http/answer";
import { newNonce, securityHeaders } from "@/lib/server/http/security";
import { findAlternatePath } from "@/lib/server/pages";

/**
 * The page that a browser gets while the pages are not there yet, or could not be built (503). It needs neither Next
 * nor a file of the build. A page that was asked for with GET comes by itself: the script, or the refresh without
 * scripts, asks again.
 */
export function interimAnswer(request: IncomingMessage, phase: StartPhase): Answer {
  const { method = "", url = "/" } = request;
  const nonce = newNonce();
  const retrySeconds = startingProblem(phase).options.retryAfterSeconds ?? 1;
  const comesByItself = phase.name !== "pages_failed" && (method === "GET" || method === "HEAD");
  return {
    status: 503,
    headers: {
      ...securityHeaders(nonce, false),
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      vary: "Accept",
      "retry-after": String(retrySeconds),
      "x-robots-tag": "noindex",
    },
    body: htmlOf(TITLES[phase.name], partsOf(phase, url.split("?", 1)[0] ?? "/", comesByItself), {
      refreshSeconds: comesByItself ? retrySeconds : null,
      nonce,
    }),
  };
}

const TITLES = {
  starting: "Starting…",
  building_pages: "Building pages…",
  pages_failed: "The pages could not be built",
} as const;

/** The content of the page, in HTML. `at` is the path that was asked for. */
function partsOf(phase: StartPhase, at: string, comesByItself: boolean): string[] {
  const waiting = comesByItself
    ? "<p>This page opens by itself.</p>"
    : "<p>Nothing was sent. Go back in a moment and send the form again.</p>";
  if (phase.name === "starting")
    return ["<p>Cairn is preparing its database and its library. This takes a few seconds.</p>", waiting];
  const alternate = findAlternatePath(at);
  const text = alternate ? `, and so does <a href="${escaped(alternate)}">this page in Markdown</a>` : "";
  const answers = `The API answers (<a href="/api/v1/openapi.json">OpenAPI</a>)${text}.`;
  if (phase.name === "pages_failed")
    return [
      "<p>The operator of this service finds the reason in the terminal that runs it, and has to start it again.</p>",
      `<p>${answers}</p>`,
    ];
  const { steps, current } = phase;
  const items = steps.map((step, place) => {
    const state = place < current ? ' class="done"' : place === current ? ' aria-current="step"' : "";
    return `<li${state}>${escaped(step)}</li>`;
  });
  return [
    "<p>This happens once after an installation or an update, and takes about half a minute.</p>",
    `<ol>${items.join("")}</ol>`,
    waiting,
    `<p class="aside">${answers}</p>`,
  ];
}

type Sending = { refreshSeconds: number | null; nonce: string };

function htmlOf(title: string, parts: string[], { refreshSeconds, nonce }: Sending): string {
  const { palette, mark } = singleton("interim-look", readLook);
  const asksAgain =
    refreshSeconds === null
      ? ""
      : `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` +
        `<script nonce="${nonce}">${ASK_AGAIN}</script>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Cairn</title>
<style>${palette}${STYLE}</style>
${asksAgain}
</head>
<body>
<header>${mark}Cairn</header>
<main>
<h1>${title}</h1>
<div role="status">${parts.join("\n")}</div>
</main>
</body>
</html>
`;
}

/**
 * Runs in the page: shows the progress, and the real page as soon as it is there. An answer that fails changes nothing,
 * because a server that was stopped may start again.
 */
const ASK_AGAIN = `(() => {
  const ask = async () => {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
      if (answer.status !== 503) return location.reload();
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      const [now, then] = [document, next].map((page) => page.querySelector("main"));
      if (!then) return location.reload();
      if (now.innerHTML !== then.innerHTML) now.replaceWith(then);
      document.title = next.title;
    } catch {}
    setTimeout(ask, 1500);
  };
  setTimeout(ask, 1500);
})()`.replaceAll(/\n\s*/g, "");

const STYLE = `
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%}
body{background:var(--paper);color:var(--ink);font:1.0625rem/1.6 "Source Sans 3",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header{display:flex;align-items:center;gap:.5rem;padding:1rem max(1.25rem,calc((100% - 68rem) / 2));border-bottom:1px solid var(--line);font-size:1.125rem;font-weight:600}
header svg{width:1.5rem;height:1.5rem;fill:var(--moss)}
main{padding:3rem max(1.25rem,calc((100% - 68rem) / 2))}
h1{margin-bottom:1.25rem;font-size:clamp(1.75rem,5vw,2.25rem);font-weight:650;line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
p,ol{max-width:38rem;margin-bottom:1rem;color:var(--ink-soft)}
ol{padding:0;list-style:none;border-left:2px solid var(--line)}
li{position:relative;padding:.25rem 0 .25rem 1.5rem;color:var(--ink-faint)}
li::before{content:"";position:absolute;left:-7px;top:.8rem;width:12px;height:12px;border:2px solid var(--line-strong);border-radius:50%;background:var(--paper)}
li.done::before{border-color:var(--moss);background:var(--moss)}
li[aria-current]{color:var(--ink);font-weight:600}
li[aria-current]::before{border-color:var(--moss)}
a{color:var(--moss);text-underline-offset:3px}
a:hover{color:var(--moss-strong)}
:focus-visible{outline:2px solid var(--moss);outline-offset:2px;border-radius:4px}
.aside{font-size:.9375rem}
@media (prefers-reduced-motion:no-preference){li[aria-current]::before{animation:at-work 1.2s ease-in-out infinite alternate}}
@keyframes at-work{to{background:var(--moss)}}
`;

/** The colours and the mark of the built pages, from the sources of these. */
function readLook(): { palette: string; mark: string } {
  const styles = readFileSync(path.resolve("app/globals.css"), "utf8");
  const light = /^:root \{[^}]*\}/m.exec(styles)?.[0] ?? "";
  const dark = /^@media \(prefers-color-scheme: dark\) \{\s*:root \{[^}]*\}\s*\}/m.exec(styles)?.[0] ?? "";
  const shapes = readFileSync(path.resolve("app/icon.svg"), "utf8").match(/<path [^>]*>/g) ?? [];
  return {
    palette: `${light}${dark}`,
    mark: `<svg viewBox="0 0 32 32" aria-hidden="true">${shapes.join("")}</svg>`,
  };
}

/** A text for HTML, also inside an attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
