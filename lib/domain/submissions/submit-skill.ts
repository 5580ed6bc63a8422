import { ensureFeed } from "@/db/queries/feeds";
import { nameBundle } from "@/db/queries/files";
import { insertOperation } from "@/db/queries/operations";
import { Operation } from "@/lib/contract/knowledge/resources";
import type { Submission } from "@/lib/contract/knowledge/submissions";
import { bundleOf } from "@/lib/domain/bundles/files-of-submission";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/control-mode";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, requireConnection } from "@/lib/domain/context";
import { presentOperation } from "@/lib/domain/present/operation";
import { requireReferences } from "@/lib/domain/submissions/require-references";
import type { StoredRequest } from "@/lib/domain/submissions/stored-request";
import { publicTexts, requireFrontMatter } from "@/lib/domain/submissions/submitted-fields";
import { newId } from "@/lib/platform/ids";

type Answer = { data: { operation: Operation } };

/**
 * Accepts a submission for the worker: its operation is `pending`. Throws `validation_failed` if the front matter of
 * its markdown states its questions wrongly, `unsafe_text` if a text contains a secret or
 * hidden characters, `not_found` for an unknown skill, `unknown_reference` for an unknown base version, source or bundle, and
 * `selection_revision_conflict` if another version has been selected since. In these cases nothing is stored.
 */
export async function submitSkill(ctx: Context, submission: Submission): Promise<Answered<Answer>> {
  const { connection_id } = requireConnection(ctx);
  requireFrontMatter(submission);
  await requirePublicTexts(ctx, publicTexts(submission));
  return commitOnce<Answer>(ctx, {
    first: (sql) => requireMode(sql, connection_id, "write"),
    effect: async (sql) => {
      // Check inside, after the replay: a later publication must not refuse the repetition of an accepted request.
      await requireReferences(sql, connection_id, submission);
      await ensureFeed(sql, connection_id);
      const operation = await insertOperation(sql, {
        operation_ref: newId("kop"),
        connection_id,
        kind: "skill_submission",
        state: "pending",
        request: JSON.parse(JSON.stringify({ request_id: ctx.request_id, submission } satisfies StoredRequest)),
      });
      const bundle_id = bundleOf(submission);
      if (bundle_id !== null) await nameBundle(sql, operation.operation_ref, bundle_id);
      return { data: { operation: presentOperation(operation) } };
    },
    redact: ({ data }) => JSON.parse(JSON.stringify(data)),
    restore: async (_sql, stored) => ({ data: { operation: Operation.parse(Object(stored).operation) } }),
  });
}
