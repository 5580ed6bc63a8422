import { expect, test } from "@playwright/test";
import { holdScriptsBack } from "@/lib/server/pages/page-head";

const PAGE = [
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/>',
  '<link rel="preload" as="script" fetchPriority="low" nonce="n" href="/_next/static/chunks/a.js"/>',
  '<script src="/_next/static/chunks/b.js" async="" nonce="n"></script>',
  '<script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script></head><body>日本 &lt;script',
  '<script nonce="n">self.__next_f.push([0])</script>',
  '<script src="/_next/static/chunks/a.js" nonce="n" async=""></script></body></html> <',
].join("");

function rewritten(headers: Record<string, string>): string {
  return holdScriptsBack({ status: 200, headers, body: Buffer.from(PAGE) }, "n").body.toString();
}

test("Next's scripts wait, and nothing else of the page changes", () => {
  const page = rewritten({ "content-type": "text/html; charset=utf-8" });
  const waker = /<head>(<script nonce="n">.*?<\/script>(?:<link rel="preload" as="font"[^>]*>)*)/.exec(page)?.[1] ?? "";
  expect(waker).toContain("pointermove");
  expect(page.replace(waker, "")).toBe(
    PAGE.replace(/<link rel="preload"[^>]*>/, "")
      .replace('<script src="/_next/static/chunks/b', '<script type="text/late" src="/_next/static/chunks/b')
      .replace('<script src="/_next/static/chunks/a', '<script type="text/late" src="/_next/static/chunks/a'),
  );
});

test("what is no page, or says how long it is, stays as it is", () => {
  expect(rewritten({ "content-type": "text/x-component" })).toBe(PAGE);
  expect(rewritten({ "content-type": "text/html", "content-length": "9" })).toBe(PAGE);
});
