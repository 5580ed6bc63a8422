import type { SkillVersionRef } from "@/.cairn/build/interface";
import type { AnswerOf } from "@/lib/client/operations";

type Opened = AnswerOf<"searchPost"> | AnswerOf<"startTask">;

/** A version that the library offers. */
export type Offer = {
  ref: SkillVersionRef;
  title: string;
  description: string;
  canonical_url: string;
  skill_md_url: string;
  strength: "strong" | "fair" | "weak";
  /** Whether it fits the version that was named. */
  fit: string;
  excerpt: string | null;
};

/** The answer to a question in one shape, whether a search or a task opened its thread. */
export type Answered = {
  status: "answered" | "open";
  /** Null when nothing was published. */
  thread: {
    thread_id: string;
    canonical_url: string | null;
    append_key: string;
    append_key_expires_at: string;
    replies_remaining: number;
  } | null;
  results: Offer[];
  /** Why no result answers the question; null when one does. */
  nothing_fits: { reason: string; next_step: string } | null;
};

/** Reads the answer of `searchPost` or `startTask`. */
export function answered(answer: Opened): Answered {
  if ("results" in answer) {
    const { status, thread, canonical_url, results, nothing_fits } = answer;
    return { status, nothing_fits, thread: thread && { ...thread, canonical_url }, results: results.map(found) };
  }
  const { thread, search } = answer;
  return {
    status: search?.status ?? "open",
    nothing_fits: search?.nothing_fits ?? null,
    thread,
    results: (search?.skills ?? []).map((skill) => ({
      ...offer(skill),
      ref: skill.ref,
      fit: skill.applicability.verdict,
    })),
  };
}

function found(result: AnswerOf<"searchPost">["results"][number]): Offer {
  const { skill_id, version_id, verdict } = result;
  return { ...offer(result), ref: { kind: "skill_version", skill_id, version_id }, fit: verdict };
}

function offer({ title, description, canonical_url, skill_md_url, strength, excerpt }: Omit<Offer, "ref" | "fit">) {
  return { title, description, canonical_url, skill_md_url, strength, excerpt };
}
