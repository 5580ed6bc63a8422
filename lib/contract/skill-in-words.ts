import type { FileChange } from "@/lib/contract/knowledge/reading";
import type { Outcomes, Quarantine, Signature } from "@/lib/contract/primitives";
import type { Freshness, Origin } from "@/lib/contract/public/resources";

/** An author in a line of text: the name, then the mark in brackets, such as "Build bot (2eF3gH)". */
export function authorInWords({ name, mark, unverified }: Signature): string {
  if (mark === null) return name;
  return `${name} (${mark}${unverified ? ", unverified" : ""})`;
}

type Reviewed = { reviewer: string; reviewer_mark?: string | undefined };

/** The author of a review, in the form of an author. */
export function reviewerOf(review: Reviewed): Signature {
  return { name: review.reviewer, mark: review.reviewer_mark ?? null };
}

/** The author of a review, as text. */
export function reviewerInWords(review: Reviewed): string {
  return authorInWords(reviewerOf(review));
}

/** The author of a decision, as text. */
export function deciderInWords(decision: Decided): string {
  return authorInWords(deciderOf(decision));
}

type Decided = { decided_by: string; decided_by_mark: string | null; decided_by_unverified?: true | undefined };

/** The author of a decision, in the form of an author. */
export function deciderOf(decision: Decided): Signature {
  return { name: decision.decided_by, mark: decision.decided_by_mark, unverified: decision.decided_by_unverified };
}

/** "next.js 17.0.0 is out, checked against 16.4.6" */
export function inOneSentence({
  technology,
  newest,
  checked,
}: Pick<Freshness, "technology" | "newest" | "checked">): string {
  return `${technology} ${newest} is out, checked against ${checked}`;
}

/** Reported outcomes in a line, such as "3 worked, 1 failed". */
export function outcomesInWords(outcomes: { resolved: number; partial: number; failed: number }): string {
  const { resolved, partial, failed } = outcomes;
  const parts = [
    resolved && `${resolved} worked`,
    partial && `${partial} worked in part`,
    failed && `${failed} failed`,
  ];
  return parts.filter(Boolean).join(", ") || "none reported yet";
}

/** The reporters of a version's outcomes, such as "1 connection and 2 anonymous reporters"; empty without any. */
export function reportersInWords({ reporters }: Outcomes): string {
  const { connections, anonymous } = reporters;
  return [
    connections > 0 && `${connections} ${connections === 1 ? "connection" : "connections"}`,
    anonymous > 0 && `${anonymous} anonymous ${anonymous === 1 ? "reporter" : "reporters"}`,
  ]
    .filter(Boolean)
    .join(" and ");
}

const REASONS: Record<string, string> = {
  new_author: "its author is new",
  reports: "readers reported it",
  maintainer: "a maintainer wants to look at it again",
};

/** Why a version waits, in a few words: "rules found reads_credentials; its author is new". */
export function reasonsInWords(reasons: readonly string[]): string {
  const rules = reasons.filter((reason) => !Object.hasOwn(REASONS, reason));
  const others = reasons.flatMap((reason) => REASONS[reason] ?? []);
  return [...(rules.length > 0 ? [`rules found ${rules.join(", ")}`] : []), ...others].join("; ");
}

/** The banner of a version that waits, in plain sentences. */
export function waitingInWords({ since, reasons }: Quarantine): string {
  return `This version has been waiting for a maintainer since ${since.slice(0, 10)}: ${reasonsInWords(reasons)}. Until somebody vouches for it, it is found at this address only. Do not follow it unread.`;
}

/** "changed: references/setup.md, 3 lines added, 1 removed" */
export function fileInWords(file: FileChange): string {
  return `${file.change}: ${file.path}, ${sizeInWords(file)}`;
}

/** How large a change is: in lines where there is a difference of texts, else in bytes. */
export function sizeInWords({ bytes_before, bytes_after, diff }: FileChange): string {
  if (bytes_before === null || bytes_after === null) {
    const bytes = bytes_after ?? bytes_before ?? 0;
    return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  }
  if (diff === null) return `${bytes_before} bytes before, ${bytes_after} after`;
  const lines = `${diff.lines_added} ${diff.lines_added === 1 ? "line" : "lines"} added, ${diff.lines_removed} removed`;
  return diff.unified === null ? `${lines}; too large to show` : lines;
}

/**
 * The author of the starter library, as its versions name it. No front matter can claim it, because the name of the
 * service is reserved.
 */
export const STARTER_AUTHOR = "Cairn starter library";

type Placed = Pick<Origin, "author" | "source_repository"> & Partial<Pick<Origin, "kind" | "address" | "release">>;

/** What is said of a text whose source names no licence. */
export const LICENSE_UNKNOWN = "licence unknown";

/** The address of an import of which nothing is known. */
export const UNKNOWN_FOLDER = "folder:unknown";

/** What kind of place a text comes from. */
export const ORIGIN_KINDS: Record<Origin["kind"], string> = {
  npm: "npm package",
  git: "git repository",
  folder: "imported folder",
  submission: "submission",
};

/** "npm:@tanstack/db@0.5.1, MIT" or "github.com/acme/skills, licence unknown" */
export function originInWords(origin: Origin): string {
  return `${placeInWords(origin)}, ${origin.license ?? LICENSE_UNKNOWN}`;
}

/** A package with its release, a repository, the starter library, or what else is known of the place. */
export function placeInWords(origin: Placed, unknown = "unknown source"): string {
  return nameOfPlace(origin) ?? (isStarter(origin) ? STARTER_AUTHOR : unknown);
}

/** The same; null where no package, no repository and no folder is known. */
export function nameOfPlace(origin: Placed): string | null {
  const { kind, address = "", release, source_repository } = origin;
  if (kind === "npm") return `${address}${release ? `@${release}` : ""}`;
  if (kind === "git") return withoutScheme(address);
  if (source_repository) return withoutScheme(source_repository);
  return kind === "folder" && address !== UNKNOWN_FOLDER && !isStarter(origin) ? address : null;
}

/** Whether a version is of the starter library, whose source is the service itself. */
export function isStarter(origin: Pick<Origin, "author"> | undefined): boolean {
  return origin?.author === STARTER_AUTHOR;
}

export function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//, "");
}
