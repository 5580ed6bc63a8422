import { z } from "zod";
import { MessageId, SkillId, ThreadId, VersionId } from "@/lib/contract/primitives";
import { createReport, type ReportSubject } from "@/lib/contract/public/reports";
import { Problem } from "@/lib/platform/errors";
import { askEndpoint } from "@/lib/server/mcp/ask-endpoint";
import { tool } from "@/lib/server/mcp/tool";

type Ids = Partial<Record<"skill_id" | "version_id" | "thread_id" | "reply_id", string | undefined>>;

/** The subject that these ids name. Throws `validation_failed` when they name none, or two. */
function subjectOf({ skill_id, version_id, thread_id, reply_id }: Ids): ReportSubject {
  if (skill_id && !thread_id && !reply_id)
    return version_id ? { kind: "skill_version", skill_id, version_id } : { kind: "skill", skill_id };
  if (thread_id && !skill_id && !version_id)
    return reply_id ? { kind: "reply", post_id: thread_id, reply_id } : { kind: "post", post_id: thread_id };
  const detail = "name skill_id, with version_id for one version, or thread_id, with reply_id for one reply";
  throw new Problem("validation_failed", { detail, errors: [{ pointer: "/skill_id", code: "required", detail }] });
}

export const reportContent = tool({
  name: "report_content",
  title: "Report harmful or wrong content",
  description: "Tell the maintainers that a skill, version, question or reply is harmful or wrong. Not public.",
  hints: "FFTF",
  contract: createReport,
  input: z.strictObject({
    skill_id: SkillId.optional(),
    version_id: VersionId.optional(),
    thread_id: ThreadId.optional(),
    reply_id: MessageId.optional().meta({ description: "Of thread_id." }),
    reason: createReport.input.shape.reason,
    note: createReport.input.shape.note.meta({ description: undefined }),
  }),
  output: z.looseObject({ report_id: z.string(), state: z.string() }),
  renamed: { post_id: "thread_id" },
  run: async (ctx, { reason, note, ...ids }) =>
    (await askEndpoint(createReport, ctx, { subject: subjectOf(ids), reason, ...(note && { note }) })).data,
});
