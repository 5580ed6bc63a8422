import type { Reply } from "@/.cairn/build/interface";
import { style } from "@/lib/command/style";
import type { Answered, Offer } from "@/lib/command/talk/opened";
import { erasedInWords } from "@/lib/contract/erased-in-words";
import { uncheckedInWords } from "@/lib/contract/unchecked-in-words";

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
