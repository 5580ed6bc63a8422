import { expect, test } from "@playwright/test";
import { characters, DESCRIPTION_CHARACTERS_MAX, TITLE_CHARACTERS_MAX } from "@/lib/contract/primitives";
import { readLibrary } from "@/lib/start/seed";

test("every file of the starter library is accepted unchanged, under the name of its folder", async () => {
  const { skills, refusals } = await readLibrary();
  expect(refusals).toEqual([]);
  expect(skills.length).toBeGreaterThan(0);
  for (const { source_path, versions } of skills) {
    for (const { name, content, source } of versions) {
      expect(source).toMatchObject({ source_author: "Cairn starter library", source_license: "MIT" });
      expect(name).toBe(source_path);
      expect(content.license).toBe("MIT");
      // Included in answers that agents read as prose.
      expect(content.title + content.description).not.toMatch(/[<>`]/);
      expect(characters(content.title)).toBeLessThanOrEqual(TITLE_CHARACTERS_MAX);
      expect(characters(content.description)).toBeLessThanOrEqual(DESCRIPTION_CHARACTERS_MAX);
      expect(content.applicability.length).toBeGreaterThan(0);
    }
  }
});
