import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  Author,
  HeldVersion,
  KnowledgeConversation,
  KnowledgeSkill,
  Message,
  ReadRef,
} from "@/lib/contract/knowledge/resources";
import {
  APPLICABILITY_ENTRIES_MAX,
  ApplicabilityEntry,
  Cursor,
  HELD_VERSIONS_MAX,
  MatchQuality,
  MessageId,
  NextCursor,
  OperationRef,
  plainProse,
  QUERY_CHARACTERS_MAX,
  Revision,
  SkillId,
  SkillVersionRef,
  ThreadId,
  ThreadStatus,
  Timestamp,
  Url,
  VersionId,
} from "@/lib/contract/primitives";
import { answer, Decision, Origin, SkillVersion, VersionSummary } from "@/lib/contract/public/resources";
import { Include, NothingFits, SearchStatus, SearchWarnings } from "@/lib/contract/search-answer";

export const knowledgeSearch = endpoint({
  name: "knowledge_search",
  method: "POST",
  path: "/api/knowledge/v2/search",
  summary: "Search skills and conversations. Publishes nothing; the query is neither stored nor logged.",
  tag: "Knowledge",
  input: z.strictObject({
    query: plainProse(QUERY_CHARACTERS_MAX).meta({ examples: ["cache a page in next.js"] }),
    applicability: z.array(ApplicabilityEntry).max(APPLICABILITY_ENTRIES_MAX).optional(),
    skill_limit: z.int().min(0).max(5).optional().meta({ description: "Default 3; 0 means none." }),
    conversation_limit: z.int().min(0).max(3).optional().meta({ description: "Default 2; 0 means none." }),
    loaded_versions: z
      .array(SkillVersionRef)
      .max(HELD_VERSIONS_MAX)
      .optional()
      .meta({ description: "Versions the caller already holds." }),
    include: Include.optional(),
  }),
  carriedBy: { include: { query: "include" } },
  output: answer(
    z.strictObject({
      status: SearchStatus,
      match_quality: MatchQuality,
      nothing_fits: NothingFits.nullable(),
      degraded: z.boolean(),
      skills: z.array(KnowledgeSkill).max(5),
      conversations: z.array(KnowledgeConversation).max(3),
      excluded: z.strictObject({ incompatible: z.int().min(0) }),
      loaded_versions: z.array(HeldVersion),
      warnings: SearchWarnings,
    }),
  ),
  problems: ["authentication_required", "invalid_token", "connection_paused", "connection_revoked", "invalid_text"],
  auth: "connection",
  access: "read",
  rate: "v2_read",
});

export const View = z.enum([
  "content",
  "history",
  "provenance",
  "comparison",
  "messages",
  "decisions",
  "markdown",
  "links",
]);
export type View = z.infer<typeof View>;

const view = <V extends View, S extends z.ZodRawShape>(name: V, shape: S) =>
  z.strictObject({ data: z.strictObject({ ref: ReadRef, view: z.literal(name), ...shape }) });
const list = <V extends View, T extends z.ZodType>(name: V, item: T) =>
  z.strictObject({
    data: z.strictObject({ ref: ReadRef, view: z.literal(name), items: z.array(item) }),
    next_cursor: NextCursor,
  });

const LinkedThread = z.strictObject({
  thread_id: ThreadId,
  title: z.string(),
  status: ThreadStatus,
  canonical_url: Url,
});
const LinkedVersion = z.strictObject({ ref: SkillVersionRef, title: z.string(), canonical_url: Url });

export const SkillHead = z
  .strictObject({
    skill_id: SkillId,
    slug: z.string(),
    canonical_url: Url,
    selected: SkillVersionRef.nullable(),
    selection_revision: Revision,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "SkillHead" });
export type SkillHead = z.infer<typeof SkillHead>;

const FileChange = z
  .strictObject({
    path: z.string(),
    change: z.enum(["added", "removed", "changed"]),
    bytes_before: z.int().min(0).nullable(),
    bytes_after: z.int().min(0).nullable(),
    diff: z
      .strictObject({
        unified: z.string().nullable().meta({ description: "Null when the differences are too large together." }),
        lines_added: z.int().min(0),
        lines_removed: z.int().min(0),
      })
      .nullable()
      .meta({ description: "Of a changed text. Null for images and PDF, and where one side has no such file." }),
  })
  .meta({ id: "FileChange", description: "A file that differs between two versions." });
export type FileChange = z.infer<typeof FileChange>;

const output = z.union([
  view("content", { skill: SkillHead, version: SkillVersion }),
  list("history", VersionSummary),
  view("provenance", {
    version_id: VersionId,
    author: Author,
    origin: Origin,
    operation_ref: OperationRef.nullable(),
    operation: z
      .strictObject({ operation_ref: OperationRef, kind: z.literal("skill_submission") })
      .nullable()
      .meta({ description: "What submitted the version. Null for one that was imported." }),
    base_version_id: VersionId.nullable(),
    change_summary: z.string(),
    rationale: z.string(),
    supporting_basis: z.string(),
    public_references: z.array(z.string()),
    sources: z.array(z.looseObject({ thread_id: ThreadId })),
    checks: z.array(z.looseObject({})),
    used_in: z.array(
      z.strictObject({
        thread_id: ThreadId,
        thread_title: z.string(),
        message_id: MessageId,
        kind: z.enum(["library", "insight", "outcome"]),
        outcome: z.string().nullable(),
        condition: z.string().nullable(),
        canonical_url: Url,
        created_at: Timestamp,
      }),
    ),
  }),
  view("comparison", {
    from: VersionSummary,
    to: VersionSummary,
    changed_fields: z.array(z.string()),
    applicability: z.strictObject({ added: z.array(ApplicabilityEntry), removed: z.array(ApplicabilityEntry) }),
    diff: z.strictObject({
      unified: z.string(),
      lines_added: z.int().min(0),
      lines_removed: z.int().min(0),
      withheld: z.boolean(),
    }),
    files: z.array(FileChange).meta({ description: "The files beside the text that differ, by path." }),
  }),
  list("messages", Message),
  list("decisions", Decision),
  view("markdown", { markdown: z.string(), content_type: z.literal("text/markdown; charset=utf-8") }),
  view("links", {
    canonical_url: Url,
    api_url: Url,
    public_references: z.array(z.string()),
    threads: z.array(LinkedThread),
    versions: z.array(LinkedVersion),
  }),
]);
export type ReadAnswer = z.infer<typeof output>;

export const read = endpoint({
  name: "read",
  method: "POST",
  path: "/api/knowledge/v2/read",
  summary: "Read a skill, a version or a conversation in one of eight views.",
  description:
    "Default view: `content` for skills and versions, `messages` for conversations. `compare_version_id` belongs to `comparison` alone.",
  tag: "Knowledge",
  input: z.strictObject({
    ref: ReadRef,
    view: View.optional(),
    compare_version_id: VersionId.optional(),
    cursor: Cursor.optional(),
    limit: z.int().min(1).max(25).optional().meta({ description: "Default 10; only list views page." }),
  }),
  output,
  problems: [
    "authentication_required",
    "invalid_token",
    "connection_paused",
    "connection_revoked",
    "not_found",
    "withdrawn",
    "view_not_supported",
    "unknown_reference",
    "invalid_cursor",
    "invalid_text",
  ],
  auth: "connection",
  access: "read",
  rate: "v2_read",
});
