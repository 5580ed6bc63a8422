import { expect, test } from "@playwright/test";
import { BODY_TERMS_MAX, documentOf } from "@/lib/search/index/index-documents";
import { analyseVersion, hashOf, pack, placeOf, type VersionText } from "@/lib/search/query/analyse-version";

const TEXT: VersionText = {
  slug: "job-queue",
  title: "Job queue in PostgreSQL",
  description: "Hand out jobs.",
  questions: [],
  lent_question: null,
  markdown: "# Queue\n\nTwo workers never take the same job: skip locked rows.\n",
  technologies: ["postgresql"],
};
const FIELDS = { description: 1, body: 3 } as const;

function countOf(text: Partial<VersionText>, term: string, field: keyof typeof FIELDS): number {
  const { version } = analyseVersion({ ...TEXT, ...text });
  const place = placeOf(version, hashOf(term));
  return place < 0 ? 0 : (version.counts[place * 4 + FIELDS[field]] ?? 0);
}

function documentWith(text: Partial<VersionText>) {
  const { markdown: _, technologies: __, ...whole } = { ...TEXT, ...text };
  const { terms, version } = analyseVersion({ ...TEXT, ...text });
  const stored = { ...whole, version_id: "v", skill_id: "s", is_selected: true, technologies: [], vector: null };
  return documentOf({ ...stored, terms, analysis: pack(version) }, null);
}

test("an author's questions are read as description, by our ranker and by the engine", () => {
  const questions = ["Why is my invoice sent twice"];
  expect(countOf({}, "invoic", "description")).toBe(0);
  expect(countOf({ questions }, "invoic", "description")).toBe(1);
  expect(countOf({ questions }, "job invoic", "description"), "a phrase across two texts").toBe(0);
  expect(analyseVersion({ ...TEXT, questions }).terms).toContain("invoic");
  expect(documentWith({ questions }).text.split(" ")).toContain("invoic");
});

test("of a lent question only the version's own words count, without a term or a length more", () => {
  const lent_question = "two workers take the same cake job";
  const [plain, lent] = [analyseVersion(TEXT), analyseVersion({ ...TEXT, lent_question })];
  expect(countOf({}, "worker", "description")).toBe(0);
  expect(countOf({ lent_question }, "worker", "description")).toBe(1);
  expect(countOf({ lent_question }, "two worker", "description"), "a phrase").toBe(1);
  expect(placeOf(lent.version, hashOf("cake"))).toBe(-1);
  expect(countOf({ lent_question }, "same job", "description"), "words that are not neighbours").toBe(0);
  expect([lent.terms, lent.version.lengths, lent.plain_text]).toEqual([
    plain.terms,
    plain.version.lengths,
    plain.plain_text,
  ]);
  // More words that occur twice than a document keeps of its body.
  const fillers = Array.from({ length: BODY_TERMS_MAX }, (_, index) => `filler${index}`).join(" ");
  const markdown = `${TEXT.markdown}\n${fillers}\n\n${fillers}\n`;
  expect(documentWith({ markdown }).text.split(" ")).not.toContain("worker");
  const words = documentWith({ markdown, lent_question }).text.split(" ");
  expect(words).toContain("worker");
  expect(words).not.toContain("cake");
});
