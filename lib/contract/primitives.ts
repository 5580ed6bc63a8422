import { z } from "zod";

// Limits, units last. Lengths are Unicode code points, markdown is UTF-8 bytes.
export const QUERY_CHARACTERS_MAX = 500;
export const TITLE_CHARACTERS_MAX = 120;
export const DESCRIPTION_CHARACTERS_MAX = 500;
export const MARKDOWN_BYTES_MAX = 32_768;
export const CHANGE_SUMMARY_CHARACTERS_MAX = 1_000;
export const SUPPORTING_BASIS_CHARACTERS_MAX = 4_000;
export const TECHNOLOGY_CHARACTERS_MAX = 120;
export const CONSTRAINT_CHARACTERS_MAX = 200;
export const APPLICABILITY_ENTRIES_MAX = 12;
export const REFERENCES_MAX = 8;
/** Questions that an author says a skill answers. */
export const QUESTIONS_MAX = 5;
export const QUESTION_CHARACTERS_MAX = 200;
export const URL_CHARACTERS_MAX = 2_048;
const CURSOR_CHARACTERS_MAX = 2_048;
export const USED_VERSIONS_MAX = 8;
export const CONDITION_CHARACTERS_MAX = 500;
export const TASK_OPENING_CHARACTERS_MAX = 2_000;
export const INSIGHT_CHARACTERS_MAX = 8_000;
export const RELEVANCE_CHARACTERS_MAX = 500;
export const HELD_VERSIONS_MAX = 25;
export const OPERATION_REFS_MAX = 25;
export const REPLY_TEXT_CHARACTERS_MAX = 1_000;
export const REPLIES_PER_KEY = 20;
export const APPEND_KEY_DAYS = 7;
export const PAGE_ITEMS_MAX = 100;
export const BODY_BYTES_MAX = 65_536;
/** For texts so long that their escaped form (`\ud83d\ude00`) would not fit into the usual body. */
export const LONG_BODY_BYTES_MAX = 262_144;
const SIGNED_64_MAX = 9_223_372_036_854_775_807n;

/** The schema of a public id: prefix, `_`, 22 characters. */
export const publicId = (prefix: string, title: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}_[A-Za-z0-9_-]{22}$`),
      `must be ${prefix}_ followed by 22 characters of A-Z, a-z, 0-9, _ and -`,
    )
    .meta({ title, examples: [`${prefix}_AZqT3v0kQ7yB1cD2eF3gHA`] });

export const SkillId = publicId("skl", "Skill id");
export const VersionId = publicId("skv", "Skill version id");
export const ThreadId = publicId("thr", "Thread id");
export const MessageId = publicId("msg", "Message id");
export const OperationRef = publicId("kop", "Operation reference");
export const ConnectionId = publicId("con", "Connection id");
export const BundleId = publicId("bnd", "Bundle id");
export const SourceId = publicId("src", "Source id");

/** A 64-bit number as a string of digits: never a JavaScript number, which loses digits above 2^53. */
export const Revision = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,18})$/, "must be a string of decimal digits without leading zeros")
  .refine(
    (value) => !/^[0-9]{1,19}$/.test(value) || BigInt(value) <= SIGNED_64_MAX,
    "must be at most 9223372036854775807",
  )
  .meta({ title: "Revision number", description: "A decimal integer from 0 to 9223372036854775807.", examples: ["4"] });

/** Text that anyone may read: no `<`, no `>`, no backtick. Write comparisons in words. */
export const plainProse = (charactersMax: number) =>
  z
    .string()
    .min(1)
    .max(charactersMax)
    .regex(/^[^<>`]*$/, "must not contain < or > or a backtick: write comparisons in words");

export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: "date-time", description: "RFC 3339, UTC, milliseconds.", examples: ["2026-11-21T09:30:00.000Z"] });

export const Cursor = z
  .string()
  .min(1)
  .max(CURSOR_CHARACTERS_MAX)
  .meta({ description: "The `next_cursor` of the page before." });
export const NextCursor = z.string().nullable().meta({ description: "Null on the last page." });
export const Url = z.url();

export const ApplicabilityEntry = z
  .strictObject({
    technology: z
      .string()
      .min(1)
      .max(TECHNOLOGY_CHARACTERS_MAX)
      .meta({ examples: ["next.js"] }),
    version_scheme: z.enum(["exact", "semver", "unknown"]),
    constraint: z
      .string()
      .min(1)
      .max(CONSTRAINT_CHARACTERS_MAX)
      .meta({ examples: [">=16 <17"] }),
  })
  .meta({ id: "ApplicabilityEntry" });
export type ApplicabilityEntry = z.infer<typeof ApplicabilityEntry>;

export const SkillVersionRef = z
  .strictObject({ kind: z.literal("skill_version"), skill_id: SkillId, version_id: VersionId })
  .meta({ id: "SkillVersionRef" });
export type SkillVersionRef = z.infer<typeof SkillVersionRef>;

/** Since when and why a version waits: it answers at its address and is listed nowhere. */
export const Quarantine = z
  .strictObject({
    since: Timestamp,
    reasons: z
      .array(z.string())
      .meta({ description: "Ids of the rules that found a risk, `new_author`, `reports`, `maintainer`." }),
  })
  .meta({ id: "Quarantine" });
export type Quarantine = z.infer<typeof Quarantine>;

/**
 * Characters at the end of a connection id that distinguish authors of one name. The first characters are time and
 * similar for ids made together.
 */
export const MARK_CHARACTERS = 6;

export const Mark = z
  .string()
  .length(MARK_CHARACTERS)
  .meta({
    id: "Mark",
    description: "The last six characters of the author's connection id. Names are chosen freely; the mark is not.",
    examples: ["2eF3gH"],
  });

/** An author in an answer, beside other fields. */
export const signature = {
  name: z.string(),
  mark: Mark.nullable().meta({ description: "Null for the library and for those who have no connection." }),
  unverified: z.literal(true).optional().meta({
    description:
      "The name is one that only the service itself and its maintainers may carry, and this author is neither.",
  }),
};
export type Signature = { name: string; mark: string | null; unverified?: true | undefined };

/** Members of everything whose text its author or a maintainer may erase. */
export const retraction = {
  retracted_at: Timestamp.nullable().meta({
    description:
      "When the text was erased: by its author or by a maintainer, as `retracted_by` says. Null for all else.",
  }),
  retracted_by: z.enum(["author", "maintainer"]).nullable(),
};

/** Members of every text of a conversation: what it makes an agent able to do, and whether somebody has checked that. */
export const risk = {
  risk_labels: z.array(z.string()).meta({ description: "What the text makes an agent able to do: ids of rules." }),
  waiting: z.boolean().meta({
    description:
      "True while nobody has vouched for a text with a risk and its author has no record: it is in its thread and in no search, feed or transcript.",
  }),
};

export const NO_REVIEW = "No verification is recorded for this version.";

export const Review = z
  .discriminatedUnion("state", [
    z.strictObject({
      state: z.literal("reviewed"),
      version_checked: z.string(),
      note: z.string(),
      reviewed_at: Timestamp,
      reviewer: z.string(),
      reviewer_mark: Mark.optional().meta({
        description: "Of a maintainer's connection; absent for imported reviews.",
      }),
    }),
    z.strictObject({ state: z.literal("none"), note: z.literal(NO_REVIEW) }),
  ])
  .meta({
    id: "Review",
    description: "What a maintainer checked, and against which version. It never claims that this is the newest one.",
  });
export type Review = z.infer<typeof Review>;

export const Outcomes = z
  .strictObject({
    resolved: z.int().min(0),
    partial: z.int().min(0),
    failed: z.int().min(0),
    score: z.number().min(0).max(1).nullable(),
    reporters: z.strictObject({ connections: z.int().min(0), anonymous: z.int().min(0) }),
  })
  .meta({
    id: "Outcomes",
    description:
      "Outcomes of this version as reported in threads that had been offered it, each reporter's newest. A reporter is a connection or, of anonymous threads, a network and day. `score` is the lower bound of a 90 % Beta interval over weighted voices, null below three connections or networks.",
  });
export type Outcomes = z.infer<typeof Outcomes>;

export const Outcome = z.enum(["resolved", "partial", "failed"]);
export type Outcome = z.infer<typeof Outcome>;
export const ThreadStatus = z.enum(["open", "answered", "resolved"]);
export type ThreadStatus = z.infer<typeof ThreadStatus>;
export const MatchedWords = z.array(z.string()).meta({
  description:
    "The words of title, description and excerpt that the query matched, as written there: word forms, other names, compounds and mistyped words too. Each once.",
});

export const MatchQuality = z.enum(["full", "partial", "none"]);
export type MatchQuality = z.infer<typeof MatchQuality>;

export const SkillMdUrl = Url.meta({ description: "The SKILL.md of exactly this version." });
export const VersionUrl = Url.meta({ description: "The page of exactly this version; it never shows another." });

export const UsedVersion = z.strictObject({
  ref: SkillVersionRef,
  condition: z.string().min(1).max(CONDITION_CHARACTERS_MAX).nullable(),
  skill_md_url: SkillMdUrl.optional().meta({ description: "Where the library names it: its SKILL.md." }),
});
export type UsedVersion = z.infer<typeof UsedVersion>;

/** A text field for people, limited in code points. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
