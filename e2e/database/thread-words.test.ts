import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { closeDatabase, read } from "@/db/client";
import { lexemesOf } from "@/db/queries/thread-search";
import { threadWords } from "@/lib/search/rank/conversations";

test.afterAll(() => closeDatabase());

const PIECES =
  `caching pages next.js foo-bar-baz a@b.example https://x.example/y/z?a=b&c=d#e /usr/local/lib.so 3.14 -5 1e10 v1.2.3-rc.1
  @scope/package C# C++ it's don’t “quoted” x=1 \`code\` … __init__ naïve 日本語 キャッシュ ñ 100% $HOME key:value a,b,c (in brackets) &amp; &#38;
  <b> </b> <br/> a<b b>a --flag=/a/b.c ../up ~/.bashrc *.ts the of "" '' \\ 'quoted' | & ! : 👩‍🚀 u00a0`.split(/\s+/);

test("the words of a question are those that the index of threads has for the whole text", async () => {
  const text = fc
    .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(" ", "\n", "\t ", "\u00a0", "  ")), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.flat().join(""));
  await fc.assert(
    fc.asyncProperty(text, async (asked) => {
      const whole = (await read((sql) => lexemesOf(sql, [asked]))).get(asked) ?? [];
      const words = (await threadWords(asked))?.words ?? [];
      // Of more than sixteen only the rarest count.
      if (whole.length <= 16) expect(words.toSorted(), asked).toEqual(whole.toSorted());
    }),
    { numRuns: 300 },
  );
});
