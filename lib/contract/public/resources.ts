import { z } from "zod";
import {
  ApplicabilityEntry,
  Cursor,
  MatchedWords,
  MessageId,
  NextCursor,
  OperationRef,
  Outcome,
  Outcomes,
  PAGE_ITEMS_MAX,
  Quarantine,
  Review,
  Revision,
  retraction,
  risk,
  SkillId,
  SkillMdUrl,
  SkillVersionRef,
  signature,
  ThreadId,
  ThreadStatus,
  Timestamp,
  Url,
  UsedVersion,
  VersionId,
  VersionUrl,
} from "@/lib/contract/primitives";
import { FitVerdict, Strength, ThreadTechnology } from "@/lib/contract/search-answer";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const Reply = z
  .strictObject({
    reply_id: MessageId,
    post_id: ThreadId,
    sequence: Revision.meta({ description: "The position in the thread. Hidden replies leave gaps." }),
    kind: z.enum(["library", "insight", "outcome"]),
    author: z.strictObject({ kind: z.enum(["library", "searcher", "connection"]), ...signature }),
    text: z.string().nullable().meta({ description: "Null when it was taken back; its place and time stay." }),
    outcome: Outcome.nullable(),
    relevance: z.string().nullable(),
    used_versions: z.array(UsedVersion),
    reply_to: MessageId.nullable(),
    created_at: Timestamp,
    ...retraction,
    ...risk,
  })
  .meta({ id: "Reply" });
export type Reply = z.infer<typeof Reply>;

export const Post = z
  .strictObject({
    post_id: ThreadId,
    title: z.string().nullable().meta({ description: "Null when the question was taken back." }),
    status: ThreadStatus,
    canonical_url: Url,
    reply_count: z.int().min(0),
    last_sequence: Revision,
    created_at: Timestamp,
    updated_at: Timestamp,
    technologies: z.array(ThreadTechnology),
    ...retraction,
  })
  .meta({ id: "Post" });
export type Post = z.infer<typeof Post>;

export const Opening = z
  .strictObject({
    message_id: MessageId,
    author: z.strictObject({ kind: z.enum(["searcher", "connection"]), ...signature }),
    text: z.string().nullable(),
    created_at: Timestamp,
    ...retraction,
    ...risk,
  })
  .meta({
    id: "Opening",
    description: "What the thread began with. A search's is its query, a task's says more than the title.",
  });
export type Opening = z.infer<typeof Opening>;

/** Where a text comes from, as its source, its folder or its front matter says. Nobody here vouches for it. */
export const Origin = z
  .strictObject({
    kind: z.enum(["npm", "git", "folder", "submission"]),
    address: z.string().meta({
      description:
        "npm:NAME of a package, the https address of a repository, folder:NAME of an import without one, or the version's own address for a submission that names no repository.",
      examples: ["npm:@tanstack/db"],
    }),
    release: z.string().nullable().meta({ description: "The release of a package, or the ref of a repository." }),
    commit: z.string().nullable().meta({ description: "The commit that was read." }),
    path: z.string().nullable().meta({ description: "Of the skill's folder below the address." }),
    tree: z.string().nullable().meta({ description: "The git tree of the folder, as the file itself says." }),
    url: Url.nullable().meta({ description: "A page that shows the text at its source." }),
    fetched_at: Timestamp,
    source_id: z.string().nullable().meta({ description: "The source that brought it." }),
    release_state: z.enum(["published", "deprecated", "unpublished"]),
    is_whole: z.boolean().meta({
      description: "False where the licence allows no copy: the text then stays at its source, and `url` leads there.",
    }),
    requires: z
      .array(z.strictObject({ name: z.string(), skill_id: SkillId.nullable(), url: Url.nullable() }))
      .meta({ description: "The skills that it builds on, as its front matter says." }),
    source_repository: Url.nullable().meta({ description: "An https address without credentials." }),
    source_commit: z
      .string()
      .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
      .nullable()
      .meta({ description: "The commit that was checked out when the text was imported." }),
    license: z
      .string()
      .nullable()
      .meta({
        description: "An SPDX expression where one could be recognised, else as its author wrote it.",
        examples: ["Apache-2.0"],
      }),
    author: z
      .string()
      .nullable()
      .meta({ description: "The author that the front matter names, or the starter library." }),
  })
  .meta({
    id: "Origin",
    description:
      "Where a version comes from. A source fetched what it names; of a folder and a submission the front matter says it.",
  });
export type Origin = z.infer<typeof Origin>;

export const Freshness = z
  .strictObject({
    technology: z.string(),
    checked: z.string().meta({ description: "The version that was checked, or the range that the text states." }),
    newest: z.string().meta({ description: "The newest release that the registry knows." }),
    released_at: Timestamp.nullable(),
  })
  .meta({ id: "Freshness", description: "A release that came after the one that a version was checked against." });
export type Freshness = z.infer<typeof Freshness>;

const freshness = Freshness.nullable().meta({
  description: "Null while nothing newer is known. Only technologies that the library follows have known releases.",
});

const quarantine = Quarantine.nullable().meta({ description: "Null for a version that does not wait." });

export const SkillSummary = z
  .strictObject({
    skill_id: SkillId,
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    canonical_url: Url,
    selected: SkillVersionRef,
    version: SkillVersionRef.meta({
      description:
        "The version that is described here: with technology and version the one that fits them, else the selected one.",
    }),
    version_url: VersionUrl,
    skill_md_url: SkillMdUrl,
    applicability: z.array(ApplicabilityEntry),
    review: Review,
    outcomes: Outcomes,
    origin: Origin,
    quarantine,
    updated_at: Timestamp,
    verdict: FitVerdict.nullable().meta({ description: "Null without technology." }),
    strength: Strength.nullable().meta({ description: "Null without q." }),
    /** Why the skill matched `q`, and its best passage. Null without `q`. */
    match: z
      .strictObject({
        score: z.number(),
        strength: Strength,
        why: z.array(z.string()),
        excerpt: z.string().nullable(),
        matched_words: MatchedWords,
        verdict: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "SkillSummary" });
export type SkillSummary = z.infer<typeof SkillSummary>;

export const VersionSummary = z
  .strictObject({
    version_id: VersionId,
    ordinal: Revision,
    title: z.string(),
    base_version_id: VersionId.nullable(),
    applicability: z.array(ApplicabilityEntry),
    change_summary: z.string(),
    is_selected: z.boolean(),
    state: z.enum(["selected", "published", "candidate", "waiting", "withdrawn"]),
    canonical_url: Url,
    created_at: Timestamp,
  })
  .meta({ id: "VersionSummary" });
export type VersionSummary = z.infer<typeof VersionSummary>;

export const VersionFile = z
  .strictObject({
    path: z.string().meta({ description: "Relative to SKILL.md, separated by /.", examples: ["references/setup.md"] }),
    bytes: z.int().min(0),
    sha256: Sha256,
    media_type: z.string().meta({ examples: ["text/markdown"] }),
    url: Url,
  })
  .meta({ id: "VersionFile", description: "A file beside the text of a version." });
export type VersionFile = z.infer<typeof VersionFile>;

export const SkillVersion = z
  .strictObject({
    skill_id: SkillId,
    version_id: VersionId,
    slug: z.string(),
    ordinal: Revision,
    base_version_id: VersionId.nullable(),
    title: z.string(),
    description: z.string(),
    markdown: z.string(),
    content_sha256: Sha256,
    files: z.array(VersionFile).meta({ description: "The files beside the text, by path; empty for a text alone." }),
    tree_sha256: Sha256.nullable().meta({
      description:
        "Of a list with a line `{sha256}  {path}` for each file and for the markdown as SKILL.md, in the order of the paths' bytes. Null without files.",
    }),
    applicability: z.array(ApplicabilityEntry),
    public_references: z.array(z.string()),
    questions: z.array(z.string()).meta({ description: "Questions that the text answers, as its author says." }),
    change_summary: z.string(),
    rationale: z.string(),
    supporting_basis: z.string(),
    license: z.string().nullable().meta({ description: "As its author wrote it." }),
    origin: Origin,
    freshness,
    risk_labels: z.array(z.string()),
    quarantine,
    is_selected: z.boolean(),
    is_candidate: z.boolean(),
    review: Review,
    outcomes: Outcomes,
    canonical_url: Url,
    created_at: Timestamp,
  })
  .meta({ id: "SkillVersion" });
export type SkillVersion = z.infer<typeof SkillVersion>;

export const SolvedQuestion = z
  .strictObject({
    thread_id: ThreadId,
    title: z.string(),
    canonical_url: Url,
    reported_at: Timestamp,
  })
  .meta({
    id: "SolvedQuestion",
    description:
      "A question for which search found the skill first, and whose asker reports that the skill solved it: an outcome that counts. Gone when the thread is hidden or the outcome no longer counts.",
  });
export type SolvedQuestion = z.infer<typeof SolvedQuestion>;

export const Decision = z
  .strictObject({
    decision_id: z.string(),
    kind: z.string(),
    decided_by: z.string(),
    decided_by_mark: signature.mark,
    decided_by_unverified: signature.unverified,
    reason: z.string(),
    skill_id: SkillId.nullable(),
    version_id: VersionId.nullable(),
    thread_id: ThreadId.nullable(),
    message_id: MessageId.nullable(),
    operation_ref: OperationRef.nullable(),
    details: z.looseObject({}),
    created_at: Timestamp,
  })
  .meta({ id: "Decision" });
export type Decision = z.infer<typeof Decision>;

/** The key that shows that a caller wrote something in its thread. */
export const AuthorKey = z
  .string()
  .max(255)
  .optional()
  .meta({ description: "The key of the answer that opened the thread. Not needed with the token of the author." });

/** What a list takes, whose answer is a `page`. */
export const paging = {
  limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 20." }),
  cursor: Cursor.optional(),
};

export const page = <T extends z.ZodType>(item: T) => z.strictObject({ data: z.array(item), next_cursor: NextCursor });
export const answer = <T extends z.ZodType>(data: T) => z.strictObject({ data });
