import { type Api, expect } from "@/e2e/support/api";
import { openThread, publishSkill } from "@/e2e/support/fixtures";
import { connect, type Read, versionRef } from "@/e2e/support/knowledge";
import type { View } from "@/lib/contract/knowledge/reading";

export const SKILL_VIEWS: View[] = ["content", "history", "provenance", "comparison", "decisions", "markdown", "links"];
export const CONVERSATION_VIEWS: View[] = ["messages", "decisions", "markdown", "links"];
export const LISTS: View[] = ["history", "messages", "decisions"];

/** A skill with two versions, and a thread that used the newer one. */
export async function scene(api: Api) {
  const caller = await connect(api, "Reading agent");
  const first = await publishSkill({
    markdown: "# Tame it\n\nTurn it.\nWait.\nLet go.",
    applicability: [
      { technology: "next.js", version_scheme: "semver", constraint: ">=14 <15" },
      { technology: "react", version_scheme: "semver", constraint: ">=18" },
    ],
  });
  const second = await publishSkill({
    of: first,
    title: `${first.title} again`,
    markdown: "# Tame it\n\nTurn it twice.\nWait.\nLet go.\nLook back.\n",
    applicability: [
      { technology: "react", version_scheme: "semver", constraint: ">=18" },
      { technology: "next.js", version_scheme: "semver", constraint: ">=15 <16" },
    ],
    review: { version_checked: "15.5.0", note: "Ran it.", reviewer: "Maintainer" },
  });
  const { thread_id, append_key } = await openThread(api);
  const { message } = await caller.addInsight(thread_id, "It helped.", {
    used_versions: [{ ref: versionRef(second), condition: "On 15 only." }],
  });
  return { caller, first, second, thread_id, append_key, message };
}

/** The data of a response, which must be of this view. */
export function of<V extends View>(answer: Read, view: V): Extract<Read["data"], { view: V }> {
  expect(answer.data.view).toBe(view);
  return answer.data as Extract<Read["data"], { view: V }>;
}

export const nextCursor = (answer: Read) => ("next_cursor" in answer ? answer.next_cursor : undefined);
