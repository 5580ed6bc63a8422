import { setImmediate as turn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Json, Sql } from "@/db/client";
import { clock, insertReviewNote } from "@/db/queries/decisions";
import { filesOfVersion } from "@/db/queries/files";
import { markDirty } from "@/db/queries/index-state";
import { stillAt } from "@/db/queries/operations";
import {
  forgetJudgedAgain,
  lockOutdated,
  type OutdatedRow,
  storeJudgedAgain,
  storeJudgement,
  takeJudgedAgain,
} from "@/db/queries/review-queue";
import { lockSkillSelection, versionState } from "@/db/queries/selection";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  addReviewNote as contract,
  keepVersion as keepVersionContract,
} from "@/lib/contract/maintenance/versions";
import type { Review, SkillVersionRef } from "@/lib/contract/primitives";
import { byMaintainer, type Moderation, noVersion } from "@/lib/domain/moderation/moderate";
import { markOf } from "@/lib/domain/present/author";
import { versionRef } from "@/lib/domain/present/version";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { textFiles } from "@/lib/domain/publishing/version-files";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { RULES_VERSION } from "@/lib/text/safety/finding";
import { judgeSkill, type SkillVerdict } from "@/lib/text/safety/judge-skill";

/** Versions per batch: the maximum number of texts judged and rows locked in one transaction. */
export const JUDGED_BATCH = 8;
/** The batch takes no further text after this time, because the database aborts long transactions. */
const BATCH_MS_MAX = 500;

type JudgedRow = OutdatedRow & { files: ReturnType<typeof textFiles> };

type Options = {
  rules_version?: number;
  /** Replaces the judge in tests. */
  judge?: (skill: JudgedRow) => Promise<SkillVerdict>;
};

/**
 * Judges up to `JUDGED_BATCH` readable versions that older rules judged, in the caller's transaction; returns their
 * number. Stores the current verdict and queues for maintainers the versions that the rules would now refuse or name a risk
 * of. It does not withdraw or hide anything. Any number of workers may run it concurrently: each version is judged by one
 * of them. It yields to other work between two texts and starts no further text after half a second; the next batch
 * takes the rest.
 */
export async function judgeAgain(sql: Sql, options: Options = {}): Promise<number> {
  const { rules_version = RULES_VERSION, judge = (skill) => judgeSkill(skill, () => stillAt(sql)) } = options;
  const rows = await lockOutdated(sql, rules_version, JUDGED_BATCH);
  const changed = new Set<string>();
  const began = performance.now();
  let judged = 0;
  for (const row of rows) {
    await turn();
    if (judged > 0 && performance.now() - began > BATCH_MS_MAX) break;
    const files = textFiles(await filesOfVersion(sql, row.version_id));
    const verdict = await judgeOne({ ...row, files }, judge);
    if (await store(sql, row, rules_version, verdict)) changed.add(row.skill_id);
    judged += 1;
  }
  await markDirty(sql, [...changed]);
  return judged;
}

/** If the rules throw on a text, queue it for a maintainer, so that it does not block the others. */
async function judgeOne(row: JudgedRow, judge: NonNullable<Options["judge"]>): Promise<SkillVerdict> {
  try {
    return await judge(row);
  } catch (error) {
    log().error({ version_id: row.version_id, err: String(error) }, "the rules could not judge a published version");
    const what = "a text that the rules could not read";
    return {
      verdict: "label",
      findings: [{ rule: "not_judged", class: "label", field: "markdown", line: 1, what, excerpt: "", count: 1 }],
      risk_labels: row.risk_labels,
      risks: ["not_judged"],
    };
  }
}

/** Returns whether the change is visible to readers. */
async function store(sql: Sql, row: OutdatedRow, rules_version: number, verdict: SkillVerdict): Promise<boolean> {
  const { version_id } = row;
  const { risk_labels, risks, findings } = verdict;
  const checks = renewed(row.checks, verdict);
  await storeJudgement(sql, version_id, { rules_version, risk_labels, risks, checks });
  const isRefused = verdict.verdict === "reject";
  if (isRefused || risks.length > 0) {
    const against = findings.filter((finding) => finding.class === "reject" || risks.includes(finding.rule));
    const stored = isRefused ? "reject" : "hold";
    await storeJudgedAgain(sql, version_id, { rules_version, verdict: stored, findings: asJson(against) });
  } else {
    await forgetJudgedAgain(sql, version_id);
  }
  return !isDeepStrictEqual([risk_labels, checks], [row.risk_labels, row.checks]);
}

/** The checks with the current verdict. Imported versions have no checks and get none. */
function renewed(checks: OutdatedRow["checks"], { verdict, findings }: SkillVerdict): Json[] {
  return asJson(
    checks.map((entry) => (entry.check === "skill_rules" ? { ...entry, result: verdict, findings } : entry)),
  );
}

function asJson(list: unknown[]): Json[] {
  return JSON.parse(JSON.stringify(list));
}

type Input = InputOf<typeof keepVersionContract>;
type Kept = { ref: SkillVersionRef; rules_version: number };

/**
 * Keeps a published version that the current rules would hold or refuse. It leaves the queue until newer rules judge
 * it. Of two concurrent decisions, one succeeds and the other gets `invalid_transition`.
 */
export const keeping: Moderation<Input, Kept> = { effect: keep };

export const keepVersion = byMaintainer(keeping);

async function keep(sql: Sql, decider: Decider, input: Input): Promise<Kept> {
  const { skill_id, version_id, rules_version, reason } = input;
  const version = (await lockSkillSelection(sql, skill_id)) ? await versionState(sql, { skill_id, version_id }) : null;
  if (!version) throw noVersion();
  if (version.withdrawn) throw new Problem("invalid_transition", { detail: "The version is withdrawn." });
  const taken = await takeJudgedAgain(sql, version_id, rules_version);
  if (!taken) {
    throw new Problem("invalid_transition", {
      detail: `The version does not wait under the rules of version ${rules_version}. Read the queue again.`,
    });
  }
  const { verdict, findings } = taken;
  const details = { rules_version, verdict, rules: [...new Set(findings.map(({ rule }) => rule))].sort() };
  await recordChange(sql, decider, { kind: "approval", skill_id, version_id, reason, details });
  return { ref: versionRef(version), rules_version };
}

type NoteInput = InputOf<typeof contract>;
type Noted = { ref: SkillVersionRef; review: Review };

/** Records which checks a reviewer made on a version. Readers see the newest note. */
export const reviewing: Moderation<NoteInput, Noted> = {
  texts: ({ version_checked, note }) => [
    { pointer: "/version_checked", text: version_checked },
    { pointer: "/note", text: note },
  ],
  effect: addNote,
};

export const addReviewNote = byMaintainer(reviewing);

async function addNote(sql: Sql, decider: Decider, input: NoteInput): Promise<Noted> {
  const { skill_id, version_id, version_checked, note, reason } = input;
  const version = (await lockSkillSelection(sql, skill_id)) ? await versionState(sql, { skill_id, version_id }) : null;
  if (!version) throw noVersion();
  if (version.withdrawn) throw new Problem("invalid_transition", { detail: "The version is withdrawn." });
  const review = { version_checked, note, reviewer: decider.name, reviewed_at: await clock(sql) };
  const by = decider.connection_id;
  await insertReviewNote(sql, { ...review, reviewer_connection_id: by, review_note_id: newId("rev"), version_id });
  const { reviewed_at } = review;
  const details = { version_checked, note };
  await recordChange(sql, decider, { kind: "review", skill_id, version_id, reason, details, reviewed_at });
  return {
    ref: versionRef(version),
    review: {
      state: "reviewed",
      ...review,
      ...(by ? { reviewer_mark: markOf(by) } : {}),
      reviewed_at: review.reviewed_at.toISOString(),
    },
  };
}
