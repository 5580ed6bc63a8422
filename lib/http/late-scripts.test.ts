import { expect, test } from "@playwright/test";
import { lateScripts } from "@/lib/http/late-scripts";

const PAGE = [
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/>',
  '<link rel="preload" as="script" fetchPriority="low" nonce="n" href="/_next/static/chunks/a.js"/>',
  '<script src="/_next/static/chunks/b.js" async="" nonce="n"></script>',
  '<script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script></head><body>日本 &lt;script',
  '<script nonce="n">self.__next_f.push([0])</script>',
  '<script src="/_next/static/chunks/a.js" nonce="n" async=""></script></body></html> <',
].join("");

function rewritten(pieceBytes: number): string {
  const late = lateScripts("n");
  const bytes = Buffer.from(PAGE);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(late.push(bytes.subarray(at, at + pieceBytes)));
  return Buffer.concat([...pieces, late.end()]).toString();
}

test("Next's scripts wait, and nothing else of the page changes", () => {
  const page = rewritten(100_000);
  const waker = /<head>(<script nonce="n">.*?<\/script>(?:<link rel="preload" as="font"[^>]*>)*)/.exec(page)?.[1] ?? "";
  expect(waker).toContain("pointermove");
  expect(page.replace(waker, "")).toBe(
    PAGE.replace(/<link rel="preload"[^>]*>/, "")
      .replace('<script src="/_next/static/chunks/b', '<script type="text/late" src="/_next/static/chunks/b')
      .replace('<script src="/_next/static/chunks/a', '<script type="text/late" src="/_next/static/chunks/a'),
  );
});

test("a page comes out the same however it is cut into pieces", () => {
  for (const bytes of [1, 2, 7, 64, 333]) expect(rewritten(bytes), `${bytes} bytes`).toBe(rewritten(100_000));
});
