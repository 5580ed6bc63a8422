import { z } from "zod";
import { read } from "@/db/client";
import { type DecisionSubject, decisionsAbout } from "@/db/queries/decisions";
import type { ReadAnswer } from "@/lib/contract/knowledge/read";
import type { ReadRef } from "@/lib/contract/knowledge/resources";
import { Timestamp } from "@/lib/contract/primitives";
import type { Paging } from "@/lib/domain/knowledge/read";
import { presentDecision } from "@/lib/domain/present/decision";
import { openCursor, sealCursor } from "@/lib/platform/cursor";

const Position = z.strictObject({ created_at: Timestamp, decision_id: z.string() });

/** The decisions about a resource: who, what, when and why; newest first. */
export async function readDecisions(ref: ReadRef, subject: DecisionSubject, paging: Paging): Promise<ReadAnswer> {
  const binding = { endpoint: "read", subject: Object.values(subject).join(" "), filter: { view: "decisions" } };
  const position = paging.cursor === undefined ? null : openCursor(binding, paging.cursor, Position);
  const rows = await read((sql) => decisionsAbout(sql, subject, position, paging.limit + 1));
  const page = rows.slice(0, paging.limit);
  const last = page.at(-1);
  const more = rows.length > paging.limit && last;
  return {
    data: { ref, view: "decisions", items: page.map(presentDecision) },
    next_cursor: more
      ? sealCursor(binding, { created_at: last.created_at.toISOString(), decision_id: last.decision_id })
      : null,
  };
}
