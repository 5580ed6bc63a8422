import { callApi, type Refusal } from "@/lib/client/call-api";
import type { Message } from "@/lib/contract/knowledge/resources";
import type { VersionSummary } from "@/lib/contract/public/resources";

export type SkillTarget = {
  kind: "skill";
  skill_id: string;
  version_id: string | null;
  /** Null when no version is readable. */
  skill: { title: string; selection_revision: string; versions: VersionSummary[] } | null;
  at: string;
};
export type MessageTarget = { kind: "message"; message_id: string; thread_id: string | null; opening: string | null };
export type Target = SkillTarget | MessageTarget;

type Found = { target: Target; refusal: null } | { target: null; refusal: Refusal };

const idIn = (text: string, prefix: string) => new RegExp(`\\b${prefix}_[A-Za-z0-9_-]{22}`).exec(text)?.[0] ?? null;

/** The resource of an address or id. A thread means its opening message: hiding that hides the thread. */
export async function findTarget(text: string, token: string): Promise<Found> {
  const [message_id, thread_id, skill_id] = [idIn(text, "msg"), idIn(text, "thr"), idIn(text, "skl")];
  if (message_id) return { target: { kind: "message", message_id, thread_id, opening: null }, refusal: null };
  if (thread_id) return openingOf(thread_id, token);
  if (skill_id) return skillOf(skill_id, idIn(text, "skv"));
  return {
    target: null,
    refusal: {
      code: "unreadable",
      title: "Not found",
      detail: "This holds no id of a skill, thread or message.",
      next_step: "Copy the address of the page, or the permalink of a message.",
      more: {},
    },
  };
}

async function openingOf(thread_id: string, token: string): Promise<Found> {
  const { data, refusal } = await callApi<{ data: { items: Message[] } }>("/api/knowledge/v2/read", {
    token,
    body: { ref: { kind: "conversation", thread_id }, view: "messages", limit: 1 },
  });
  if (refusal) return { target: null, refusal };
  const opening = data.data.items[0];
  return {
    target: { kind: "message", thread_id, message_id: opening?.message_id ?? "", opening: opening?.body ?? "" },
    refusal: null,
  };
}

async function skillOf(skill_id: string, version_id: string | null): Promise<Found> {
  const { data, refusal } = await callApi<{ data: NonNullable<SkillTarget["skill"]> }>(`/api/v1/skills/${skill_id}`);
  // All versions may be withdrawn; one named by the address can still be restored.
  if (refusal && !(refusal.code === "withdrawn" && version_id)) return { target: null, refusal };
  const at = `${version_id} ${Date.now()}`;
  return { target: { kind: "skill", skill_id, version_id, skill: data?.data ?? null, at }, refusal: null };
}
