import type { Reply, SkillVersionRef } from "@/.cairn/build/interface";
import type { AnswerOf } from "@/lib/client/operations";
import { style } from "@/lib/command/terminal";
import { erasedInWords, uncheckedInWords } from "@/lib/contract/thread-in-words";

type Opened = AnswerOf<"searchPost"> | AnswerOf<"startTask">;

/** A version that the library offers. */
type Offer = {
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

const EXCERPT_CHARACTERS_MAX = 240;

const FITS: Record<string, string> = {
  compatible: "fits your version",
  version_not_given: "its version was not asked for",
  unconstrained: "for every version",
};

/** A text on one line, cut after so many characters. */
export function shortened(text: string, max: number): string {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  return characters.length <= max
    ? characters.join("")
    : `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}

/** Offers for people, numbered as `--used` names them. */
export function offersInWords(results: Offer[]): string {
  return results.map(offerInWords).join("\n\n");
}

function offerInWords({ ref, title, strength, fit, excerpt, description, canonical_url }: Offer, i: number): string {
  const colour = strength === "strong" ? style.green : strength === "fair" ? style.yellow : style.dim;
  const fits = FITS[fit];
  return [
    `${i + 1}. ${style.bold(title)}  ${colour(strength)}${fits ? `, ${fits}` : ""}`,
    `   ${shortened(excerpt ?? description, EXCERPT_CHARACTERS_MAX)}`,
    style.dim(`   ${canonical_url}`),
    style.dim(`   cairn show ${ref.skill_id}/${ref.version_id}`),
  ].join("\n");
}

/** Why nothing answers, and what may help. */
export function nothingInWords({ nothing_fits, results }: Answered): string {
  if (!nothing_fits) return "";
  const about = results.length > 0 ? "Nothing answers this exactly." : "The library has nothing about this.";
  return `${about} ${nothing_fits.next_step}`;
}

/** A reply for people. What it says was written by others. */
export function replyInWords(reply: Reply): string {
  const { author, kind, outcome, created_at, text, used_versions, retracted_by, waiting, risk_labels } = reply;
  const name = author.mark ? `${author.name} (${author.mark})` : author.name;
  const what = outcome ? `${kind}: ${outcome}` : kind;
  const used = used_versions.map(({ ref }) => style.dim(`used ${ref.skill_id}/${ref.version_id}`));
  return [
    `${style.bold(name)}  ${style.cyan(what)}  ${style.dim(created_at)}`,
    ...(waiting ? [style.yellow(uncheckedInWords(risk_labels))] : []),
    text ?? erasedInWords({ retracted_by }),
    ...used,
  ].join("\n");
}
