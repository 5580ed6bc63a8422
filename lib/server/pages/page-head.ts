import { readdirSync } from "node:fs";
import path from "node:path";
import { SEARCH_KEYS_PLACE } from "@/lib/contract/search-keys-place";
import { singleton } from "@/lib/platform/singleton";
import type { Rendered } from "@/lib/server/pages/next";

/** Delay after load before scripts start on a page without interaction. */
const WAKE_AFTER_MS = 4_000;

/** A script that Next loads at once, except the one for browsers without modules. */
const NEXT_SCRIPT = /<script(?= src="\/_next\/[^>]* async="")(?![^>]* noModule)/g;
/** React's preload link for the first of those scripts. */
const NEXT_PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/**
 * Defers a page's scripts until the first interaction. Every page is complete without them, and they would keep a phone
 * busy while it renders text. Scripts start on user input (pointer, key, wheel, input), on an anchor in the address, if
 * part of the page requests it (`data-wake`), or four seconds after load. Answers that are not HTML or have a
 * Content-Length pass unchanged. Why: docs/decisions/0019-pages-work-without-scripts.md.
 */
export function holdScriptsBack(page: Rendered, nonce: string): Rendered {
  const { headers } = page;
  const isHtml = String(headers["content-type"]).startsWith("text/html") && headers["content-length"] === undefined;
  if (!isHtml) return page;
  // In Latin-1 one character is one byte, so everything between the tags is preserved.
  const html = page.body
    .toString("latin1")
    .replaceAll(NEXT_PRELOAD, "")
    .replaceAll(NEXT_SCRIPT, '<script type="text/late"');
  const first = `<script nonce="${nonce}">${WAKER};${SEARCH_KEYS}</script>${fontPreloads()}`;
  return {
    ...page,
    body: Buffer.from(
      html.replace("<head>", () => `<head>${first}`),
      "latin1",
    ),
  };
}

/**
 * Runs in the page before anything else. A resting pointer is not an interaction: browsers report a move when a page is
 * laid out under it. The `src` must stay as written, because the bundler identifies its files by it.
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

/**
 * Runs in the page before anything else: `/`, Ctrl K and ⌘ K focus the search box. It is separate from Next's scripts,
 * which load late: text typed after the key must go into the server-rendered box. The box keeps its text when they
 * load. A `/` typed into the empty box is swallowed: the box already has the focus, and `/` is not a useful query. The
 * dashboard and error pages may have no box.
 */
const SEARCH_KEYS = `(() => {
  try {
    window.searchKeysOff = localStorage.getItem("${SEARCH_KEYS_PLACE}") === "off";
  } catch {}
  addEventListener("keydown", (event) => {
    if (window.searchKeysOff || event.altKey || event.isComposing) return;
    const { target } = event;
    const box = [...document.querySelectorAll("search input[name=q]")].find((each) => each.checkVisibility());
    const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (event.metaKey || event.ctrlKey) {
      if (event.shiftKey || event.key.toLowerCase() !== "k") return;
    } else if (event.key !== "/" || (isTyping && (target !== box || box.value !== ""))) return;
    if (!box && document.readyState === "loading") return;
    event.preventDefault();
    if (!box) return location.assign("/skills");
    box.focus();
    box.select();
  });
})()`.replaceAll(/\n\s*/g, "");

const FILES = /^source-(sans-3|code-pro)-latin-wght-normal\..*\.woff2$/;

/**
 * Preload links for the fonts of every page. Browsers then fetch them along with the stylesheets, in time for the first
 * text.
 */
export function fontPreloads(): string {
  return singleton("faces", () =>
    built()
      .filter((name) => FILES.test(name))
      .map(
        (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/_next/static/media/${name}"/>`,
      )
      .join(""),
  );
}

function built(): string[] {
  try {
    return readdirSync(path.resolve(".next/static/media"));
  } catch {
    // Server tests run without built pages.
    return [];
  }
}
