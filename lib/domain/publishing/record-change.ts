import type { Json, Sql } from "@/db/client";
import { answerAppeal, insertDecision } from "@/db/queries/decisions";
import {
  deliverDecision,
  deliverOperation,
  deliverReports,
  deliverSelection,
  deliverSkillChange,
  lockFeeds,
} from "@/db/queries/feeds";
import { heldVersions, listedVersions, watchedVersionsOf } from "@/db/queries/held-versions";
import { markDirty } from "@/db/queries/index-state";
import { appendLog, type LogEntry } from "@/db/queries/publish-log";
import { actOnReports, type EndedReport } from "@/db/queries/reports";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { newId } from "@/lib/platform/ids";
import { supersededBy } from "@/lib/search/rank/choose-version";

/** The decider: a connection, or null for a decider without one. */
export type Decider = {
  name: string;
  connection_id: string | null;
  /** The publish log's name for a decider without a connection; `operator` by default. */
  log_name?: string;
  /** Whether what it selects need not wait any longer: for a maintainer. */
  vouches?: boolean;
};

type Decided = { reason: string; operation_ref?: string | null };
type OfVersion = Decided & { skill_id: string; version_id: string };
type SelectionNow = { selected_version_id: string | null; selection_revision: string };

/** The change. All of it is public. The decision stores `details`; the log entries are derived from it. */
export type Change =
  | {
      kind: "publication";
      skill_id: string;
      version_id: string;
      /** True for a version that is listed without being selected, such as a backport. */
      listed: boolean;
      /** `by` is a connection id, or `import`. */
      details: {
        slug: string;
        ordinal: string;
        base_version_id: string | null;
        by: string;
        content_sha256: string;
        /** Of a version with files. */
        tree_sha256?: string;
      };
    }
  | (OfVersion & {
      kind: "selection";
      details: { selection_revision: string; previous_version_id: string | null };
    })
  | (OfVersion & { kind: "review"; details: { version_checked: string; note: string }; reviewed_at: Date })
  | (OfVersion & { kind: "withdrawal"; details: SelectionNow; was_selected: boolean })
  | (OfVersion & { kind: "restoration"; details: SelectionNow })
  | (OfVersion & { kind: "quarantine"; details: { reasons: string[] } })
  | (OfVersion & {
      kind: "vouch";
      /** True for a version that waited and is listed now without being selected by that. */
      listed: boolean;
      details: { waited: boolean };
    })
  | (Decided & {
      kind: "approval" | "rejection";
      skill_id: string | null;
      version_id: string | null;
      details?: Json;
    })
  | (Decided & { kind: "hide" | "show"; thread_id: string; message_id: string; details: { thread_hidden: boolean } })
  | (Decided & { kind: "vouch"; thread_id: string; message_id: string })
  | (Decided & {
      kind: "erasure";
      skill_id: string | null;
      version_id: string | null;
      thread_id: string | null;
      message_id: string | null;
    })
  | (OfVersion & {
      /** A source says of another span of releases that the text holds for them. */
      kind: "applicability";
      details: { applicability: ApplicabilityEntry[]; previous: ApplicabilityEntry[] };
    })
  | (Decided & { kind: "revocation" | "signup" | "source"; details: Json });

export type RecordedChange = {
  decider: Decider;
  change: Change;
  /** The operation that the change ended outside a request of its connection; the connection is notified. */
  ended?: { connection_id: string; operation_ref: string } | null;
  /** The author of the version, who is told of the decision. */
  told?: string | null;
  /** Records no decision and sends no deliveries; only the index and the log are updated. */
  undecided?: boolean;
  /** Tells no holder of the skill, because the version waits. */
  untold?: boolean;
};

const OF_SKILL = [
  "publication",
  "selection",
  "review",
  "withdrawal",
  "restoration",
  "quarantine",
  "vouch",
  "applicability",
] as const;
type OfSkill = Extract<Change, { kind: (typeof OF_SKILL)[number]; skill_id: string }>;
/** The decisions that answer an open appeal of the version's author. */
const ANSWERS: ReadonlySet<string> = new Set(["vouch", "selection", "withdrawal"]);
const isOfSkill = (change: Change): change is OfSkill =>
  !("thread_id" in change) && OF_SKILL.some((kind) => kind === change.kind);

/**
 * Records a change that this transaction has made: the public decision, the deliveries to connections that hold the
 * skill or own the operation, the mark for the search index, and the publish log entries. Call it last: it holds the
 * log's lock until the transaction ends.
 */
export async function recordChange(
  sql: Sql,
  decider: Decider,
  change: Change,
  ended?: RecordedChange["ended"],
): Promise<void> {
  await recordChanges(sql, [{ decider, change, ended: ended ?? null }]);
}

/**
 * Records several related changes of one skill. The steps follow the global lock order: feeds, index marks, publish
 * log.
 */
export async function recordChanges(sql: Sql, recorded: RecordedChange[]): Promise<void> {
  const told: Array<{ connection_id: string; version_id: string; decision_id: string }> = [];
  for (const { decider, change, undecided, told: author } of recorded) {
    if (undecided || change.kind === "publication") continue;
    const { name: decided_by, connection_id: decided_by_connection_id } = decider;
    const decision_id = newId("dec");
    await insertDecision(sql, { ...change, decision_id, decided_by, decided_by_connection_id });
    if (!isOfSkill(change)) continue;
    const { version_id } = change;
    if (ANSWERS.has(change.kind)) await answerAppeal(sql, version_id, decision_id);
    if (author && author !== decided_by_connection_id) told.push({ connection_id: author, version_id, decision_id });
  }
  const news = recorded.flatMap(({ change, undecided, untold }) =>
    undecided || untold || !isNews(change) ? [] : [change],
  );
  const ended = recorded.flatMap((one) => (one.ended ? [one.ended] : []));
  const reports: EndedReport[] = [];
  for (const { change } of recorded) reports.push(...(await endReports(sql, change)));
  const others = [...ended, ...reports].flatMap(({ connection_id }) => connection_id ?? []);
  for (const skill_id of new Set(news.map((one) => one.skill_id))) {
    await lockFeeds(sql, { skill_id, connection_ids: [...others, ...told.map(({ connection_id }) => connection_id)] });
  }
  for (const change of news) await tellOf(sql, change);
  for (const one of ended) await deliverOperation(sql, one);
  for (const one of told) await deliverDecision(sql, one);
  if (reports.length > 0) {
    await deliverReports(
      sql,
      reports.map(({ report_id }) => report_id),
    );
  }
  const marks = recorded.flatMap(({ change }) => (isOfSkill(change) ? [change.skill_id] : []));
  const entries = recorded.flatMap(({ decider, change }) => entriesOf(decider, change));
  if (marks.length > 0) await markDirty(sql, [...new Set(marks)]);
  await appendLog(sql, entries);
}

/** A withdrawal or hiding decides the reports of what it takes away. */
async function endReports(sql: Sql, change: Change): Promise<EndedReport[]> {
  if (change.kind === "withdrawal") return actOnReports(sql, change.version_id, change.reason);
  if (change.kind !== "hide") return [];
  const { thread_id, message_id, details, reason } = change;
  return actOnReports(sql, details.thread_hidden ? thread_id : message_id, reason);
}

function isNews(change: Change): change is OfSkill {
  if (!isOfSkill(change) || change.kind === "quarantine" || change.kind === "applicability") return false;
  return (change.kind !== "publication" && change.kind !== "vouch") || change.listed;
}

function tellOf(sql: Sql, change: OfSkill): Promise<void> {
  const { skill_id, version_id } = change;
  switch (change.kind) {
    case "publication":
    case "vouch":
      return tellHolders(sql, { skill_id, version_id, previous_version_id: null });
    case "selection":
      return tellHolders(sql, { skill_id, version_id, previous_version_id: change.details.previous_version_id });
    default:
      return deliverSkillChange(sql, {
        kind: change.kind === "review" ? "review" : "withdrawal",
        skill_id,
        version_id,
      });
  }
}

/** A selection is logged under the skill; every other change under its version or message. */
function entriesOf(decider: Decider, change: Change): LogEntry[] {
  const by = decider.connection_id ?? decider.log_name ?? "operator";
  switch (change.kind) {
    case "publication": {
      const { skill_id, version_id, details } = change;
      return [{ kind: "version", subject: version_id, details: { skill_id, ...details } }];
    }
    case "selection": {
      const { skill_id, version_id, reason, details } = change;
      return [{ kind: "selection", subject: skill_id, details: { version_id, ...details, by, reason } }];
    }
    case "review": {
      const { skill_id, version_id, details } = change;
      const reviewer = { reviewer: decider.name, ...(decider.connection_id ? { by } : {}) };
      const reviewed_at = change.reviewed_at.toISOString();
      return [{ kind: "review", subject: version_id, details: { skill_id, ...details, ...reviewer, reviewed_at } }];
    }
    case "withdrawal":
      return withdrawalEntries(by, change);
    case "restoration": {
      const { skill_id, version_id, reason } = change;
      return [{ kind: "restoration", subject: version_id, details: { skill_id, reason, by } }];
    }
    case "quarantine":
    case "applicability":
    case "vouch": {
      if ("thread_id" in change) {
        const { kind, thread_id, message_id, reason } = change;
        return [{ kind, subject: message_id, details: { thread_id, reason, by } }];
      }
      const { kind, skill_id, version_id, reason, details } = change;
      return [{ kind, subject: version_id, details: { skill_id, reason, by, ...details } }];
    }
    case "hide":
    case "show": {
      const { kind, thread_id, message_id, reason, details } = change;
      return [{ kind, subject: message_id, details: { thread_id, reason, by, ...details } }];
    }
    case "erasure": {
      const { kind, skill_id, version_id, thread_id, message_id, reason } = change;
      const subject = message_id ?? version_id ?? "";
      return [{ kind, subject, details: { ...(message_id ? { thread_id } : { skill_id }), reason, by } }];
    }
    default:
      return [];
  }
}

function withdrawalEntries(by: string, change: Extract<Change, { kind: "withdrawal" }>): LogEntry[] {
  const { skill_id, version_id, reason, details, was_selected } = change;
  const { selected_version_id, selection_revision } = details;
  const withdrawal = {
    kind: "withdrawal" as const,
    subject: version_id,
    details: { skill_id, reason, by, ...details },
  };
  if (!was_selected || selected_version_id === null) return [withdrawal];
  const selection = {
    version_id: selected_version_id,
    previous_version_id: version_id,
    selection_revision,
    by,
    reason: `The selected version was withdrawn: ${reason}`,
  };
  return [withdrawal, { kind: "selection", subject: skill_id, details: selection }];
}

type Selection = { skill_id: string; version_id: string; previous_version_id: string | null };

/**
 * Tells the holders of a skill that a version was selected, or listed as a backport: those whose version it supersedes,
 * and those who hold the one that was selected. Of several that a connection holds, one that another of them supersedes
 * is not named. Call it after the change is stored, with the feeds of the skill's holders locked.
 */
export async function tellHolders(sql: Sql, { skill_id, version_id, previous_version_id }: Selection): Promise<void> {
  const watched = await watchedVersionsOf(sql, skill_id);
  if (watched.length === 0) return;
  const [rows, listed] = [await heldVersions(sql, watched), await listedVersions(sql, [skill_id])];
  const concerned = rows.filter(
    (row) =>
      row.version_id !== version_id &&
      (row.version_id === previous_version_id || supersededBy(row, listed)?.version_id === version_id),
  );
  const replaced = concerned.flatMap((older) =>
    concerned
      .filter((newer) => supersededBy(older, [newer]) !== null)
      .map((newer) => ({ older: older.version_id, newer: newer.version_id })),
  );
  await deliverSelection(sql, { skill_id, version_id, held: concerned.map((row) => row.version_id), replaced });
}
