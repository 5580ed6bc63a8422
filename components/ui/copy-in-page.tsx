"use client";

import { useEffect } from "react";

/**
 * Adds a copy button to every code block of the rendered markdown on this page. Without JavaScript only the buttons are
 * missing.
 */
export function CopyCode() {
  useEffect(() => {
    if (!navigator.clipboard) return;
    const framed = [...document.querySelectorAll<HTMLPreElement>(".prose pre")].map(withButton);
    return () => {
      for (const { frame, pre } of framed) frame.replaceWith(pre);
    };
  }, []);
  return null;
}

function withButton(pre: HTMLPreElement): { frame: HTMLElement; pre: HTMLPreElement } {
  const frame = document.createElement("div");
  frame.className = "code-frame";
  const button = document.createElement("button");
  button.type = "button";
  say("Copy");
  button.addEventListener("click", () => copy(pre.textContent ?? "", say, ["Copied", "Select it", "Copy"]));
  pre.replaceWith(frame);
  frame.append(pre, button);
  return { frame, pre };

  function say(text: string): void {
    button.textContent = text;
    button.ariaLabel = text === "Copy" ? "Copy the code" : text;
  }
}

/**
 * Copies the URL of this page with the anchor of its message, where `CopyLinks` is on the page and the browser can
 * copy. Otherwise hidden, because the link beside it is the same. Short and without its own script, because a thread
 * has hundreds.
 */
export function CopyLink() {
  return (
    <button type="button" className="copy-link">
      <span aria-live="polite">Copy link</span> <span className="sr-only">to this message</span>
    </button>
  );
}

/** Makes every `CopyLink` of the page work, including those added later. */
export function CopyLinks() {
  useEffect(() => {
    if (!navigator.clipboard) return;
    document.documentElement.dataset.canCopy = "";
    document.addEventListener("click", copyLink);
    return () => document.removeEventListener("click", copyLink);
  }, []);
  return null;
}

function copyLink(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest(".copy-link") : null;
  const words = button?.firstElementChild;
  const id = button?.closest("[id^=msg_]")?.id;
  if (!words || !id) return;
  const { origin, pathname, search } = window.location;
  const say = (text: string) => {
    words.textContent = text;
  };
  copy(`${origin}${pathname}${search}#${id}`, say, ["Copied", "Not copied", "Copy link"]);
}

const SHOWN_MS = 2_000;

/** Copies a text, and says for two seconds how that went. */
function copy(text: string, say: (words: string) => void, [copied, refused, usual]: [string, string, string]): void {
  navigator.clipboard.writeText(text).then(
    () => say(copied),
    () => say(refused),
  );
  setTimeout(() => say(usual), SHOWN_MS);
}
