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
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(pre.textContent ?? "").then(
      () => say("Copied"),
      () => say("Select it"),
    );
    setTimeout(() => say("Copy"), 2_000);
  });
  pre.replaceWith(frame);
  frame.append(pre, button);
  return { frame, pre };

  function say(text: string): void {
    button.textContent = text;
    button.ariaLabel = text === "Copy" ? "Copy the code" : text;
  }
}
