import { singleton } from "@/lib/platform/singleton";
import { fontPreloads } from "@/lib/server/pages/font-preloads";
import type { Rendered } from "@/lib/server/pages/render-page";
import { SEARCH_KEYS } from "@/lib/server/pages/search-keys";

/** Whoever only reads a page gets its scripts this long after it has loaded. */
const WAKE_AFTER_MS = 4_000;

/** A script that Next wants at once. The one for browsers without modules is not among them. */
const NEXT_SCRIPT = /<script(?= src="\/_next\/[^>]* async="")(?![^>]* noModule)/g;
/** What React puts before them, so that the browser fetches the first early. */
const NEXT_PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/**
 * Holds back the scripts of a page until somebody touches it: every page is whole without them, and they would keep a
 * telephone busy while it shows a text. Touched is what a person does (pointer, key, wheel, input), an anchor in the
 * address, a part of the page that asks for it (`data-wake`), or four seconds after the page has loaded. Answers that
 * are no HTML, or say how long they are, pass as they are. Why: docs/decisions/0041-page-scripts-load-on-first-interaction.md.
 */
export function holdScriptsBack(page: Rendered, nonce: string): Rendered {
  const { headers } = page;
  const isHtml = String(headers["content-type"]).startsWith("text/html") && headers["content-length"] === undefined;
  if (!isHtml) return page;
  // As Latin-1 one character is one byte, so what lies between the tags stays as it is.
  const html = page.body
    .toString("latin1")
    .replaceAll(NEXT_PRELOAD, "")
    .replaceAll(NEXT_SCRIPT, '<script type="text/late"');
  const first = `<script nonce="${nonce}">${WAKER};${SEARCH_KEYS}</script>${singleton("faces", fontPreloads)}`;
  return {
    ...page,
    body: Buffer.from(
      html.replace("<head>", () => `<head>${first}`),
      "latin1",
    ),
  };
}

/**
 * Runs in the page, before anything else. A pointer that rests is no touch: browsers say that it moved when a page was
 * laid out under it. The bundler knows its files by the address as it was written.
 */
const WAKER = `(() => {
  const kinds = ["pointermove", "pointerdown", "touchstart", "keydown", "wheel", "input"];
  const late = () => document.querySelectorAll('script[type="text/late"]');
  let touched = false, parsed = false, place;
  const load = () => {
    if (!touched || !parsed) return;
    for (const script of late()) {
      const now = document.createElement("script");
      now.async = true;
      now.setAttribute("src", script.getAttribute("src"));
      script.replaceWith(now);
    }
  };
  const touch = (event) => {
    if (touched) return;
    if (event && event.type === "pointermove") {
      const before = place;
      place = event.screenX + " " + event.screenY;
      if (before === undefined || before === place) return;
    }
    touched = true;
    for (const kind of kinds) removeEventListener(kind, touch, true);
    load();
  };
  for (const kind of kinds) addEventListener(kind, touch, { capture: true, passive: true });
  addEventListener("DOMContentLoaded", () => {
    parsed = true;
    if (location.hash || document.documentElement.id === "__next_error__" || document.querySelector("[data-wake]")) touch();
    load();
  });
  addEventListener("load", () => {
    for (const script of late()) {
      const link = document.createElement("link");
      link.rel = "prefetch";
      link.as = "script";
      link.href = script.src;
      document.head.append(link);
    }
    setTimeout(touch, ${WAKE_AFTER_MS});
  });
})()`.replaceAll(/\n\s*/g, "");
