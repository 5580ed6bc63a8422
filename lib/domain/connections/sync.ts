import { z } from "zod";
import { type Sql, transaction } from "@/db/client";
import { decisionsByIds } from "@/db/queries/decisions";
import { acknowledgeFeed, type DeliveryRow, deliveriesAfter } from "@/db/queries/feeds";
import { watchVersions } from "@/db/queries/held-versions";
import { messagesByIds } from "@/db/queries/messages";
import { operationsOf } from "@/db/queries/operations";
import { type DecidedReportRow, reportsByIds } from "@/db/queries/reports";
import { releasesOfVersions } from "@/db/queries/technologies";
import type { InputOf } from "@/lib/contract/endpoint";
import type { Control, HeldVersion, Operation } from "@/lib/contract/knowledge/resources";
import type { sync as contract, Delivery } from "@/lib/contract/knowledge/sync-and-controls";
import { type Review, Revision, type SkillVersionRef } from "@/lib/contract/primitives";
import { requireMode } from "@/lib/domain/connections/controls";
import { type Context, requireConnection } from "@/lib/domain/context";
import { presentDecision, reportSubject } from "@/lib/domain/present/decision";
import {
  type HeldVersions,
  heldRow,
  presentHeldVersion,
  readHeldVersions,
  selectionOf,
  statusOf,
} from "@/lib/domain/present/held-version";
import { presentMessage } from "@/lib/domain/present/messages";
import { presentOperation } from "@/lib/domain/present/operation";
import { freshnessOf } from "@/lib/domain/present/origin";
import { presentQuarantine, presentReview, versionRef } from "@/lib/domain/present/version";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { versionUrl } from "@/lib/platform/urls";

type Input = InputOf<typeof contract>;
type Answer = {
  data: {
    control: Control;
    operations: Array<Operation | { operation_ref: string; state: "unknown" }>;
    versions: Array<HeldVersion & { review: Review | null; candidates_in_review: number }>;
    deliveries: Delivery[];
    delivered_cursor: string;
    has_more: boolean;
  };
};

const DELIVERIES_MAX = 100;
const Position = z.strictObject({ sequence: Revision });

/**
 * The current state of the versions a connection holds, and its feed: at least once, in order, without gaps, until
 * acknowledged by `delivered_cursor`. Acknowledgements never move back. The same request gives the same answer. Answers
 * keep the order and number of the request's references.
 */
export async function syncConnection(ctx: Context, input: Input): Promise<Answer> {
  const { connection_id } = requireConnection(ctx);
  const binding = { endpoint: "sync", subject: connection_id };
  const upTo =
    input.delivered_cursor === undefined ? "0" : openCursor(binding, input.delivered_cursor, Position).sequence;
  return transaction(async (sql) => {
    const { control_mode: mode, control_revision } = await requireMode(sql, connection_id, "sync");
    const refs = input.selected_versions ?? [];
    const watchAndFollow = async () => {
      await watchVersions(sql, connection_id, refs);
      const acknowledged = await acknowledgeFeed(sql, connection_id, upTo);
      return { acknowledged, rows: await deliveriesAfter(sql, connection_id, acknowledged, DELIVERIES_MAX + 1) };
    };
    // Side by side, because the driver sends both in one piece.
    const [held, { acknowledged, rows }] = await Promise.all([
      readHeldVersions(
        sql,
        refs.map((ref) => ref.version_id),
      ),
      watchAndFollow(),
    ]);
    const page = rows.slice(0, DELIVERIES_MAX);
    return {
      data: {
        control: { mode, control_revision },
        operations: await operationsInOrder(sql, connection_id, input.operation_refs ?? []),
        versions: refs.map((ref) => presentVersion(ref, held)),
        deliveries: await present(sql, connection_id, page),
        delivered_cursor: sealCursor(binding, { sequence: page.at(-1)?.sequence ?? acknowledged }),
        has_more: rows.length > DELIVERIES_MAX,
      },
    };
  });
}

async function operationsInOrder(
  sql: Sql,
  connection_id: string,
  refs: string[],
): Promise<Answer["data"]["operations"]> {
  if (refs.length === 0) return [];
  const rows = new Map((await operationsOf(sql, connection_id, refs)).map((row) => [row.operation_ref, row]));
  return refs.map((operation_ref) => {
    const row = rows.get(operation_ref);
    return row ? presentOperation(row) : { operation_ref, state: "unknown" };
  });
}

function presentVersion(ref: SkillVersionRef, held: HeldVersions): Answer["data"]["versions"][number] {
  const row = heldRow(ref, held);
  return {
    ...presentHeldVersion(ref, held),
    review: row ? presentReview(row) : null,
    candidates_in_review: row?.candidates_in_review ?? 0,
  };
}

/** Deliveries with the resources they name, read now: messages hidden and releases taken back since are omitted. */
async function present(sql: Sql, connection_id: string, rows: DeliveryRow[]): Promise<Delivery[]> {
  const ids = (name: "message_id" | "operation_ref" | "version_id" | "report_id" | "decision_id") =>
    rows.flatMap((row) => row[name] ?? []);
  const messages = new Map((await messagesByIds(sql, ids("message_id"))).map((row) => [row.message_id, row]));
  const operations = new Map(
    (await operationsOf(sql, connection_id, ids("operation_ref"))).map((row) => [row.operation_ref, row]),
  );
  const named = await readHeldVersions(sql, ids("version_id"));
  const releases = await releasesOfVersions(
    sql,
    rows.flatMap((row) => (row.kind === "freshness" ? (row.version_id ?? []) : [])),
  );
  const decisions = new Map(
    (await decisionsByIds(sql, ids("decision_id"))).map((row) => [row.decision_id, presentDecision(row)]),
  );
  const versions = new Map(named.rows.map((row) => [row.version_id, row]));
  const reports = new Map((await reportsByIds(sql, ids("report_id"))).map((row) => [row.report_id, row]));
  return rows.flatMap((row): Delivery[] => {
    const common = { sequence: row.sequence, created_at: row.created_at.toISOString() };
    const message = messages.get(row.message_id ?? "");
    if (row.kind === "reply")
      return message
        ? [{ kind: "reply", ...common, thread_id: message.thread_id, message: presentMessage(message) }]
        : [];
    const operation = operations.get(row.operation_ref ?? "");
    if (row.kind === "operation")
      return operation ? [{ kind: "operation", ...common, operation: presentOperation(operation) }] : [];
    const report = reports.get(row.report_id ?? "");
    if (row.kind === "report") return report ? [{ kind: "report", ...common, ...decisionOn(report) }] : [];
    const version = versions.get(row.version_id ?? "");
    if (!version) return [];
    const { skill_id, version_id } = version;
    const change = {
      ...common,
      ref: versionRef(version),
      version_url: versionUrl(skill_id, version_id),
      state: statusOf(version, named).state,
      ...selectionOf(version),
      review: presentReview(version),
    };
    if (row.kind === "decision") {
      const decision = decisions.get(row.decision_id ?? "");
      if (!decision) return [];
      const { ref, version_url } = change;
      return [{ kind: "decision", ...common, ref, version_url, decision, quarantine: presentQuarantine(version) }];
    }
    if (row.kind === "freshness") {
      const { applicability } = version;
      const freshness = freshnessOf({ review: change.review, applicability }, releases.get(version_id) ?? []);
      return freshness ? [{ kind: "freshness", ...change, freshness }] : [];
    }
    if (row.kind !== "selection") return [{ kind: row.kind, ...change }];
    const held = versionRef({ skill_id, version_id: row.held_version_id ?? version_id });
    return [{ kind: "selection", ...change, held }];
  });
}

function decisionOn(
  report: DecidedReportRow,
): Pick<Extract<Delivery, { kind: "report" }>, "report_id" | "subject" | "decision" | "reason"> {
  const { report_id, subject_kind, dismissed_because, acted_on_because } = report;
  const acted = subject_kind === "skill_version" ? "withdrawn" : "hidden";
  return {
    report_id,
    subject: reportSubject(report),
    decision: acted_on_because === null ? "dismissed" : acted,
    reason: acted_on_because ?? dismissed_because ?? "",
  };
}
