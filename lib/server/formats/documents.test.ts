import { expect, test } from "@playwright/test";
import { findDocument } from "@/lib/server/formats/documents";

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
