import { expect, test } from "@playwright/test";
import { fillPattern } from "@/e2e/support/read-paths";
import { documents, findDocument } from "@/lib/server/formats/documents";
import config from "@/next.config.mjs";

test("the OpenAPI file is written once per process", async () => {
  const written = await Promise.all(
    [1, 2].map(async () => {
      const made = await findDocument("/openapi.json")?.({
        search: new URLSearchParams(),
        spend: () => {},
        header: () => undefined,
      });
      return made && "bytes" in made ? made.bytes() : null;
    }),
  );
  expect(written[0]?.length).toBeGreaterThan(10_000);
  expect(written[1]).toBe(written[0]);
});

test("hosts that run plain Next send every document to the route that makes it", async () => {
  const rewrites = await config.rewrites?.();
  const [rewrite] = Array.isArray(rewrites) ? rewrites : [];
  const [, source = ""] = /^\/:path\((.*)\)$/.exec(rewrite?.source ?? "") ?? [];
  const isRewritten = new RegExp(`^/${source}$`);
  const parts = {
    skill_id: "skl_1",
    version_id: "ver_1",
    thread_id: "pst_1",
    slug: "a",
    source_id: "src_1",
    area: "threads",
    code: "gone",
    connection_id: "con_1",
    file: "a.md",
    rest: "a",
    file_path: "a/LICENSE",
  };
  const others = documents.map(({ path }) => path).filter((path) => !isRewritten.test(fillPattern(path, parts)));
  expect(others).toEqual([]);
  expect("/skills/publish").not.toMatch(isRewritten);
});
