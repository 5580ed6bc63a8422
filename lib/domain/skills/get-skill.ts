import { read } from "@/db/client";
import { type SolvedQuestionRow, solvedQuestions } from "@/db/queries/threads";
import { versionHistory, withdrawalOf } from "@/db/queries/version-history";
import { selectedVersion, skillHead, versionById } from "@/db/queries/versions";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { SkillVersion, SolvedQuestion, VersionSummary } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import { refuseUnreadable } from "@/lib/domain/present/decision";
import { presentVersion, presentVersionSummary, versionRef } from "@/lib/domain/present/version";
import { Problem } from "@/lib/platform/errors";
import { skillUrl, threadUrl } from "@/lib/platform/urls";
import { supersededBy } from "@/lib/search/rank/choose-version";

type Skill = SkillVersion & {
  selected: ReturnType<typeof versionRef>;
  selection_revision: string;
  versions: VersionSummary[];
  solved_questions: SolvedQuestion[];
  updated_at: string;
  skill_url: string;
};

/**
 * One skill with its selected version, all its versions and the questions that it solved. Throws `not_found`, or `withdrawn` when none of it is
 * readable.
 */
export async function getSkill(_ctx: unknown, input: { skill_id: string }): Promise<{ data: Skill }> {
  const [row, history, solved] = await read((sql) =>
    Promise.all([
      selectedVersion(sql, input.skill_id),
      versionHistory(sql, input.skill_id),
      solvedQuestions(sql, input.skill_id, SOLVED_MAX),
    ]),
  );
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, input.skill_id, null)));
  return {
    data: {
      ...presentVersion(row),
      selected: versionRef(row),
      selection_revision: row.selection_revision,
      versions: history.map((version) => presentVersionSummary(input.skill_id, version)),
      solved_questions: solved.map(presentSolvedQuestion),
      updated_at: row.updated_at.toISOString(),
      skill_url: skillUrl(row.skill_id, row.slug),
    },
  };
}

/** One version of a skill. Throws `not_found`, or `withdrawn` (410) with the decision. */
export async function getSkillVersion(
  _ctx: unknown,
  input: { skill_id: string; version_id: string },
): Promise<{ data: SkillVersion }> {
  const row = await read((sql) => versionById(sql, input.skill_id, input.version_id));
  if (row) return { data: presentVersion(row) };
  throw refuseUnreadable(await read((sql) => withdrawalOf(sql, input.skill_id, input.version_id)));
}

export type Overview = {
  skill_id: string;
  slug: string;
  /** Of the selected version, else of the newest. */
  title: string;
  /** Newest first, withdrawn ones and candidates included. */
  versions: VersionInList[];
};

/** A skill without its content: the data its pages show even when all of it is withdrawn. Throws `not_found`. */
export async function getOverview(_ctx: Context, input: { skill_id: string }): Promise<Overview> {
  const [head, history] = await read((sql) =>
    Promise.all([skillHead(sql, input.skill_id), versionHistory(sql, input.skill_id)]),
  );
  if (!head) throw new Problem("not_found", { detail: "No skill has this id." });
  const versions = withStandings(history.map((version) => presentVersionSummary(head.skill_id, version)));
  const shown = versions.find(({ is_selected }) => is_selected) ?? versions[0];
  return { skill_id: head.skill_id, slug: head.slug, title: shown?.title ?? head.slug, versions };
}

type Successor = Pick<VersionSummary, "version_id" | "ordinal" | "title" | "canonical_url">;
/** A version in the list of its skill. */
export type VersionInList = VersionSummary & {
  /** The version that supersedes it; null while none does. */
  successor: Successor | null;
  /** Its place in a few words, such as "for next.js >=14 <15" or "superseded by version 4". */
  standing: string;
};

/** Entries that a sentence names before it counts the others. */
const NAMED_MAX = 6;

/** Whether readers are offered a version: it has been selected once, does not wait and is not withdrawn. */
export function isListed({ state }: Pick<VersionSummary, "state">): boolean {
  return state === "selected" || state === "published";
}

/** All versions of a skill, each with its standing. Candidates, waiting and withdrawn versions supersede no other. */
export function withStandings(versions: readonly VersionSummary[]): VersionInList[] {
  const listed = versions.filter(isListed);
  return versions.map((version) => {
    const found = version.state === "candidate" || version.state === "waiting" ? null : supersededBy(version, listed);
    const successor = found && {
      version_id: found.version_id,
      ordinal: found.ordinal,
      title: found.title,
      canonical_url: found.canonical_url,
    };
    return { ...version, successor, standing: standingOf(version, successor) };
  });
}

/** What a version is for, in words, the first entries only; null without version limits. */
export function coverageInWords(applicability: readonly ApplicabilityEntry[]): string | null {
  if (applicability.length === 0) return null;
  const more = applicability.length - NAMED_MAX;
  return describeApplicability(applicability.slice(0, NAMED_MAX)) + (more > 0 ? ` and ${more} more` : "");
}

/** What a version is for, in words: "next.js >=14 <15, react 19". Empty when it names nothing. */
export function describeApplicability(applicability: readonly ApplicabilityEntry[]): string {
  return applicability
    .map(({ technology, constraint }) => (constraint === "*" ? technology : `${technology} ${constraint}`))
    .join(", ");
}

function standingOf(version: VersionSummary, successor: Successor | null): string {
  if (!isListed(version)) return version.state;
  const coverage = coverageInWords(version.applicability);
  const scope = coverage ? `for ${coverage}` : "for any version";
  if (version.is_selected) return `current, ${scope}`;
  return successor ? `superseded by version ${successor.ordinal}` : scope;
}

/** The newest questions that a skill solved, as their askers confirmed. */
export async function listSolvedQuestions(
  _ctx: Context,
  { skill_id }: { skill_id: string },
): Promise<SolvedQuestion[]> {
  const rows = await read((sql) => solvedQuestions(sql, skill_id, SOLVED_MAX));
  return rows.map(presentSolvedQuestion);
}

/** Readers are shown the newest. */
const SOLVED_MAX = 10;

/** The public form of a question that a skill solved. */
function presentSolvedQuestion({ thread_id, question, at }: SolvedQuestionRow): SolvedQuestion {
  return { thread_id, title: question, canonical_url: threadUrl(thread_id), reported_at: at.toISOString() };
}
