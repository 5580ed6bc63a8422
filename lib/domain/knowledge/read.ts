import { read } from "@/db/client";
import { selectedVersion, versionById } from "@/db/queries/versions";
import type { ReadAnswer, View } from "@/lib/contract/knowledge/read";
import type { ReadRef } from "@/lib/contract/knowledge/resources";
import { waitingInWords } from "@/lib/contract/waiting-in-words";
import { type Context, requireConnection } from "@/lib/domain/context";
import { readConversation } from "@/lib/domain/knowledge/read-conversation";
import { readSkill } from "@/lib/domain/knowledge/read-skill";
import { presentQuarantine } from "@/lib/domain/present/version";
import { Problem } from "@/lib/platform/errors";

export type Paging = { cursor: string | undefined; limit: number };
export type ReadInput = {
  ref: ReadRef;
  view?: View | undefined;
  compare_version_id?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

const LIMIT_DEFAULT = 10;
const LISTS: View[] = ["history", "messages", "decisions"];
const CONVERSATION_VIEWS = ["messages", "decisions", "markdown", "links"] as const;
const SKILL_VIEWS = ["content", "history", "provenance", "comparison", "decisions", "markdown", "links"] as const;

/** Reads a skill, a version or a conversation in one of its views. */
export async function readKnowledge(ctx: Context, input: ReadInput): Promise<ReadAnswer> {
  requireConnection(ctx);
  const { ref, compare_version_id } = input;
  const view = input.view ?? (ref.kind === "conversation" ? "messages" : "content");
  const supported: readonly View[] = ref.kind === "conversation" ? CONVERSATION_VIEWS : SKILL_VIEWS;
  if (!supported.includes(view)) {
    throw new Problem("view_not_supported", { detail: `A ${ref.kind} has no view ${view}.`, extra: { supported } });
  }
  requireComparison(view, compare_version_id);
  if (input.cursor !== undefined && !LISTS.includes(view))
    throw new Problem("invalid_cursor", { detail: `The view ${view} is not a list.` });
  const paging = { cursor: input.cursor, limit: input.limit ?? LIMIT_DEFAULT };
  if (ref.kind === "conversation") {
    const known = CONVERSATION_VIEWS.find((name) => name === view);
    return readConversation(ref, known ?? "messages", paging);
  }
  const known = SKILL_VIEWS.find((name) => name === view);
  return readSkill(ref, known ?? "content", paging, compare_version_id);
}

function requireComparison(view: View, compare_version_id: string | undefined): void {
  const compares = view === "comparison";
  if (compares === (compare_version_id !== undefined)) return;
  const [code, detail] = compares
    ? ["required", "is required for the view comparison"]
    : ["unknown_field", "belongs to the view comparison alone"];
  throw new Problem("validation_failed", {
    detail: `compare_version_id ${detail}.`,
    errors: [{ pointer: "/compare_version_id", code: code ?? "", detail: detail ?? "" }],
  });
}

/** Throws `not_found` for a version that waits: agents that ask by tool are offered none. */
export async function requireNoWait(ref: ReadRef): Promise<void> {
  if (ref.kind === "conversation") return;
  const row = await read((sql) =>
    ref.kind === "skill" ? selectedVersion(sql, ref.skill_id) : versionById(sql, ref.skill_id, ref.version_id),
  );
  const quarantine = row && presentQuarantine(row);
  if (quarantine) throw new Problem("not_found", { detail: waitingInWords(quarantine) });
}
