import { z } from "zod";
import { isWebReference } from "@/lib/contract/addresses";
import { endpoint, repetitionRefusals, writerRefusals } from "@/lib/contract/endpoint";
import { Operation } from "@/lib/contract/knowledge/resources";
import {
  APPLICABILITY_ENTRIES_MAX,
  ApplicabilityEntry,
  BundleId,
  CHANGE_SUMMARY_CHARACTERS_MAX,
  DESCRIPTION_CHARACTERS_MAX,
  LONG_BODY_BYTES_MAX,
  MARKDOWN_BYTES_MAX,
  MessageId,
  QUESTION_CHARACTERS_MAX,
  QUESTIONS_MAX,
  REFERENCES_MAX,
  Revision,
  SkillId,
  SUPPORTING_BASIS_CHARACTERS_MAX,
  ThreadId,
  TITLE_CHARACTERS_MAX,
  Timestamp,
  URL_CHARACTERS_MAX,
  VersionId,
} from "@/lib/contract/primitives";
import { answer, VersionFile } from "@/lib/contract/public/resources";

const RATIONALE_CHARACTERS_MAX = 1_000;
const SOURCES_MAX = 8;
const SOURCE_MESSAGES_MAX = 8;

/** Text measured in UTF-8 bytes, the unit of storage and loading. */
const Markdown = z
  .string()
  .min(1)
  .check(({ value, issues }) => {
    if (new TextEncoder().encode(value).length <= MARKDOWN_BYTES_MAX) return;
    issues.push({ code: "too_big", origin: "bytes", maximum: MARKDOWN_BYTES_MAX, inclusive: true, input: value });
  })
  .meta({
    description: `At most ${MARKDOWN_BYTES_MAX} bytes of UTF-8. Front matter may state only the origin (\`license\`, \`metadata.author\`, \`metadata.repository\`) and \`questions\` that the text answers (at most ${QUESTIONS_MAX} of ${QUESTION_CHARACTERS_MAX} characters) and \`bundle: bnd_…\`, the files that POST /api/v1/bundles took within 24 hours (an update without it keeps the files of its base, with \`bundle: none\` it has none), and is taken off.`,
  });

const PublicReference = z
  .string()
  .min(1)
  .max(URL_CHARACTERS_MAX)
  .check(({ value, issues }) => {
    if (isWebReference(value)) return;
    const message = "must be an absolute http or https URL without credentials";
    issues.push({ code: "invalid_format", format: "uri", input: value, message });
  })
  .meta({
    format: "uri",
    description: "An absolute http(s) URL without credentials. It is never fetched.",
    examples: ["https://example.com/docs"],
  });

const Source = z
  .strictObject({
    thread_id: ThreadId,
    through_sequence: Revision.meta({ description: "Up to where you read the thread." }),
    message_ids: z.array(MessageId).max(SOURCE_MESSAGES_MAX).optional(),
  })
  .meta({ id: "SubmissionSource" });

const common = {
  title: z.string().min(1).max(TITLE_CHARACTERS_MAX),
  description: z.string().min(1).max(DESCRIPTION_CHARACTERS_MAX),
  markdown: Markdown,
  change_summary: z.string().min(1).max(CHANGE_SUMMARY_CHARACTERS_MAX),
  rationale: z.string().min(1).max(RATIONALE_CHARACTERS_MAX),
  supporting_basis: z.string().min(1).max(SUPPORTING_BASIS_CHARACTERS_MAX),
  applicability: z.array(ApplicabilityEntry).max(APPLICABILITY_ENTRIES_MAX).optional(),
  public_references: z.array(PublicReference).max(REFERENCES_MAX).optional(),
  sources: z.array(Source).max(SOURCES_MAX).optional(),
};

/** A submission: a new skill, or a new version built on an existing one. */
export const Submission = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("create"), ...common }),
  z.strictObject({
    kind: z.literal("update"),
    skill_id: SkillId,
    base_version_id: VersionId,
    observed_selection_revision: Revision.meta({
      description: "The `selection_revision` you last observed; another one is 409.",
    }),
    ...common,
  }),
]);
export type Submission = z.infer<typeof Submission>;

export const submitSkill = endpoint({
  name: "submit_skill",
  method: "POST",
  path: "/api/knowledge/v2/skills/submissions",
  summary: "Propose a new skill, or a new version of one. The operation is settled by a worker; follow it with sync.",
  description:
    "`pending` becomes `succeeded` (`result` names the version), `in_review` (a maintainer or the skill's author decides) or `rejected` (`problem` is `duplicate_content`, `no_change`, `selection_revision_conflict` or `unsafe_text`, with rule and line). Everything in a submission is public once published: send no secrets.",
  tag: "Knowledge",
  input: Submission,
  output: answer(z.strictObject({ operation: Operation })),
  status: 202,
  problems: [
    ...writerRefusals,
    "not_found",
    "selection_revision_conflict",
    "invalid_text",
    "unsafe_text",
    "unknown_reference",
    ...repetitionRefusals,
    "answer_erased",
  ],
  auth: "connection",
  access: "write",
  rate: "submission",
  idempotent: true,
  bodyBytesMax: LONG_BODY_BYTES_MAX,
});

/** Room for 1 MiB of files that cannot be compressed, with the headers of each. */
const ARCHIVE_BYTES_MAX = 1_310_720;

export const createBundle = endpoint({
  name: "create_bundle",
  method: "POST",
  path: "/api/v1/bundles",
  summary: "Send the files of a skill's folder, for a submission that names them.",
  description:
    "The body is a tar.gz of what lies beside SKILL.md: UTF-8 texts of at most 64 KiB each, images (PNG, JPEG, GIF, WebP) and PDF of at most 256 KiB, at most 100 files and 1 MiB together. A submission by the same connection names the bundle within 24 hours in the front matter of its markdown: `bundle: bnd_…`. Its files are then judged and published with the version. Of a connection's bundles the newest ten are kept.",
  tag: "Skills",
  status: 201,
  input: z.strictObject({
    archive: z.string().meta({ description: "A tar.gz.", contentEncoding: "base64" }),
  }),
  bodyForm: "archive",
  bodyBytesMax: ARCHIVE_BYTES_MAX,
  output: answer(
    z.strictObject({
      bundle_id: BundleId,
      files: z.array(VersionFile.omit({ url: true })),
      expires_at: Timestamp,
    }),
  ),
  problems: [...writerRefusals, "unsafe_text", ...repetitionRefusals, "answer_erased"],
  auth: "connection",
  access: "write",
  rate: "submission",
  idempotent: true,
});
