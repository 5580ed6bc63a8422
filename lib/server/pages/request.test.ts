import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { findAlternatePath } from "@/lib/server/pages";
import { documentFor } from "@/lib/server/pages/request";

test("only pages have markdown beside them: not the API, files, or markdown itself", () => {
  expect(findAlternatePath("/")).toBe("/index.md");
  expect(findAlternatePath("/skills/skl_AZqT3v0kQ7yB1cD2eF3gHA/postgres-upsert")).toBe(
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
    expect(findAlternatePath(path), path).toBeNull();
  }
});

test("a client that prefers markdown gets the alternate of a page, and any client the document at its address", () => {
  const found = (method: string, path: string, accept?: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method, headers: accept ? { accept } : {} });
    return documentFor(request, path)?.negotiated ?? null;
  };
  expect(found("GET", "/skills", "text/markdown")).toBe(true);
  expect(found("HEAD", "/", "text/markdown")).toBe(true);
  expect(found("POST", "/skills", "text/markdown")).toBe(null);
  expect(found("GET", "/skills", "text/html")).toBe(null);
  expect(found("GET", "/skills")).toBe(null);
  expect(found("GET", "/skills.md", "text/html")).toBe(false);
  expect(found("GET", "/api/v1/skills", "text/markdown")).toBe(null);
  expect(found("GET", "/_next/static/x.md", "text/markdown")).toBe(null);
});
