import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { twinPath } from "@/lib/discovery/twins/path";
import { negotiate, prefersMarkdown, prefersPage } from "@/lib/http/negotiate";

test("markdown is for those who would rather have it than HTML", () => {
  for (const accept of [
    "text/markdown",
    "text/markdown, text/html",
    "text/markdown, text/html;q=0.9, */*;q=0.1",
    "text/html;q=0.4, text/markdown;q=0.5",
    "TEXT/MARKDOWN",
  ]) {
    expect(prefersMarkdown(accept), accept).toBe(true);
  }
  for (const accept of [
    undefined,
    "",
    "*/*",
    "text/*",
    "text/html",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
    "text/html, text/markdown",
    "text/html;q=0.5, text/markdown;q=0.4",
    "text/markdown;q=0",
    "text/markdown;q=0, */*",
    "application/json",
  ]) {
    expect(prefersMarkdown(accept), accept).toBe(false);
  }
});

test("a refusal is a page for browsers that show one, and JSON for everybody else", () => {
  for (const accept of ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"]) {
    expect(prefersPage(accept), accept).toBe(true);
  }
  for (const accept of [undefined, "", "*/*", "application/json, text/html;q=0.5", "application/problem+json, */*"]) {
    expect(prefersPage(accept), accept).toBe(false);
  }
});

test("only pages have twins: not the API, files, or a twin itself", () => {
  expect(twinPath("/")).toBe("/index.md");
  expect(twinPath("/skills/skl_AZqT3v0kQ7yB1cD2eF3gHA/postgres-upsert")).toBe(
    "/skills/skl_AZqT3v0kQ7yB1cD2eF3gHA/postgres-upsert.md",
  );
  for (const path of [
    "/api/v1/skills",
    "/skills.md",
    "/threads/thr_AZqT3v0kQ7yB1cD2eF3gHA.md",
    "/skills/skl_AZqT3v0kQ7yB1cD2eF3gHA/SKILL.md",
    "/problems/../ask",
    "/_next/static/x.js",
  ]) {
    expect(twinPath(path), path).toBeNull();
  }
});

/** A request and its answer as Node makes them, without a connection. */
function exchange(method: string, url: string | undefined, accept?: string) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, headers: accept === undefined ? {} : { accept } });
  const response = new ServerResponse(request);
  negotiate(request, response);
  return { request, response };
}

test("a page's answer says that it differs by Accept, after what else it differs by, and once", () => {
  for (const before of ["rsc, next-router-state-tree", undefined, ["rsc", "cookie"]]) {
    const { response } = exchange("GET", "/skills");
    if (before) response.setHeader("vary", before);
    response.writeHead(203, { "x-more": "1" });
    expect(response.getHeader("vary")).toBe([before ?? [], "Accept"].flat().join(", "));
    expect(response.statusCode).toBe(203);
    expect(response.hasHeader("x-more")).toBe(true);
  }
});

test("reading a page with a wish for markdown goes on to its twin, with the query", () => {
  const urlOf = (method: string, url: string | undefined, accept?: string) => exchange(method, url, accept).request.url;
  expect(urlOf("GET", "/skills?q=a?b", "text/markdown")).toBe("/skills.md?q=a?b");
  expect(urlOf("HEAD", "/", "text/markdown")).toBe("/index.md");
  expect(urlOf("POST", "/skills", "text/markdown")).toBe("/skills");
  expect(urlOf("GET", "/skills", "text/html")).toBe("/skills");
  expect(urlOf("GET", "/skills")).toBe("/skills");
  expect(urlOf("GET", undefined, "text/markdown")).toBe("/index.md");
});

test("an answer that is no page's says nothing about Accept", () => {
  const { request, response } = exchange("GET", "/api/v1/skills", "text/markdown");
  response.writeHead(200);
  expect(response.hasHeader("vary")).toBe(false);
  expect(request.url).toBe("/api/v1/skills");
});
