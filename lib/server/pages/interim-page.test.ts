import { readFileSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import type { StartPhase } from "@/lib/platform/process-state";
import { interimAnswer } from "@/lib/server/pages/interim-page";

const BUILDING: StartPhase = { name: "building_pages", steps: ["First", "Second", "Third"], current: 1 };

test("it has the colours of the built pages in both schemes, and their mark", () => {
  const text = textOf("GET", "/", { name: "starting" });
  const papers = [...readFileSync("app/globals.css", "utf8").matchAll(/--paper: #\w+;/g)].slice(0, 2);
  for (const [paper] of papers) expect(text).toContain(paper);
  expect(new Set(papers.map(String)).size).toBe(2);
  expect(text.match(/<path /g)).toHaveLength(3);
});

test("it shows the steps, asks again by itself and links to the Markdown of the page", () => {
  const text = textOf("GET", "/skills?q=x", BUILDING);
  expect(text).toContain('<li class="done">First</li><li aria-current="step">Second</li><li>Third</li>');
  expect(text).toContain('<noscript><meta http-equiv="refresh"');
  expect(text).toContain('href="/skills.md"');
});

test("the script has the nonce of the answer's policy", () => {
  const { headers, body } = interimAnswer(requestOf("GET", "/"), BUILDING);
  const [, nonce = "none"] = /<script nonce="([^"]+)"/.exec(String(body)) ?? [];
  expect(headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
});

test("a form that was sent is not sent again", () => {
  const text = textOf("POST", "/ask/publish", BUILDING);
  expect(text).not.toContain("refresh");
  expect(text).not.toContain("<script");
  expect(text).toContain("send the form again");
});

test("a failed build shows no way to wait", () => {
  const text = textOf("GET", "/", { name: "pages_failed" });
  expect(text).not.toContain("refresh");
  expect(text).not.toContain("<script");
});

function textOf(method: string, url: string, phase: StartPhase): string {
  return String(interimAnswer(requestOf(method, url), phase).body);
}

function requestOf(method: string, url: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, url });
}
