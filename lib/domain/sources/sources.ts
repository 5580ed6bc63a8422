import path from "node:path";
import { z } from "zod";
import { read, type Sql } from "@/db/client";
import {
  earlierFolder,
  insertSource,
  lastReport,
  makeDue,
  releaseSkills,
  listSources as rowsOf,
  type SourceRow,
  setSourceState,
  sourceById,
} from "@/db/queries/sources";
import type { InputOf } from "@/lib/contract/endpoint";
import type * as contracts from "@/lib/contract/public/sources";
import type {
  getSource as getContract,
  listSources as listContract,
  Source,
  SourceWithReport,
} from "@/lib/contract/public/sources";
import type { Context } from "@/lib/domain/context";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { folderAddress, sourceAddress } from "@/lib/domain/sources/address";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sourceUrl } from "@/lib/platform/urls";

const LIMIT = 20;
const BINDING = { endpoint: "list_sources", subject: "all" };
const Position = z.strictObject({ source_id: z.string() });

/** All sources, oldest first, removed ones too. */
export async function listSources(
  _ctx: Context,
  { limit = LIMIT, cursor }: InputOf<typeof listContract>,
): Promise<{ data: Source[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : openCursor(BINDING, cursor, Position).source_id;
  const rows = await read((sql) => rowsOf(sql, limit + 1, after));
  const { page, next_cursor } = pageOf(BINDING, rows, limit, ({ source_id }) => ({ source_id }));
  return { data: page.map(presentSource), next_cursor };
}

/** One source with the report of its newest finished run. */
export async function getSource(
  _ctx: Context,
  { source_id }: InputOf<typeof getContract>,
): Promise<{ data: SourceWithReport }> {
  const row = await read((sql) => sourceById(sql, source_id));
  if (!row) throw new Problem("not_found", { detail: "There is no such source." });
  return { data: { ...presentSource(row), report: await read((sql) => lastReport(sql, source_id)) } };
}

function presentSource({ settings, due_at, created_at, ...row }: SourceRow): Source {
  return {
    ...row,
    range: settings.range ?? null,
    minors: settings.minors ?? null,
    next_run_at: row.state === "active" ? due_at.toISOString() : null,
    canonical_url: sourceUrl(row.source_id),
    created_at: created_at.toISOString(),
  };
}

/** Follows a source. One that is followed already is answered as it is, without a decision. */
export const adding: Moderation<InputOf<typeof contracts.addSource>, Source> = {
  effect: async (sql, decider, { address, range, minors, reason }) => {
    const { source_id, is_new } = await insertSource(sql, {
      source_id: newId("src"),
      ...sourceAddress(address, { range, minors }),
    });
    return is_new ? decided(sql, decider, source_id, "added", reason) : present(sql, source_id);
  },
};

type NamedFolder = { folder: string; name: string | undefined; reason: string };

/**
 * Follows a folder of this machine under a name: its own, or one that is given. Only for an operator: over the API it
 * would let others look at the machine. A name stands for one folder; `name` gives one that is free again to another.
 */
export const addingFolder: Moderation<NamedFolder, Source> = {
  texts: (input) => [{ pointer: "/name", text: nameOf(input) }],
  effect: async (sql, decider, { folder, name, reason }) => {
    const given = folderAddress(folder, nameOf({ folder, name }));
    const { source_id, is_new } = await insertSource(sql, { source_id: newId("src"), ...given });
    const before = is_new
      ? await earlierFolder(sql, given.address, source_id)
      : ((await sourceById(sql, source_id))?.settings.folder ?? null);
    if (before !== null && before !== folder && (!is_new || name === undefined))
      throw new Problem("validation_failed", {
        detail: `${given.address} ${is_new ? "was" : "is"} another folder, ${before}. Give this one a name with --name${is_new ? ": the same one lets it take that one's place" : ""}.`,
      });
    return is_new ? decided(sql, decider, source_id, "added", reason) : present(sql, source_id);
  },
};

/** Lets a source run now. */
export const running: Moderation<InputOf<typeof contracts.runSource>, Source> = {
  effect: async (sql, decider, { source_id, reason }) => {
    const { state } = await present(sql, source_id);
    if (state !== "active" || !(await makeDue(sql, source_id)))
      throw new Problem("invalid_transition", { detail: `The source is ${state}.` });
    return decided(sql, decider, source_id, "run", reason);
  },
};

/** Pauses a source, or follows it again. */
const pausing: Moderation<InputOf<typeof contracts.pauseSource>, Source> = {
  effect: async (sql, decider, { source_id, reason, paused = true }) => {
    if (!(await setSourceState(sql, source_id, paused ? "paused" : "active"))) throw noSource();
    return decided(sql, decider, source_id, paused ? "paused" : "resumed", reason);
  },
};

/** Removes a source. Its skills stay as nobody's, or a worker withdraws them. */
export const removing: Moderation<InputOf<typeof contracts.removeSource>, Source> = {
  effect: async (sql, decider, { source_id, reason, keep = false }) => {
    if (!(await setSourceState(sql, source_id, "removed"))) throw noSource();
    if (keep) await releaseSkills(sql, source_id);
    return decided(sql, decider, source_id, keep ? "removed, its skills kept" : "removed", reason);
  },
};

export const addSource = byMaintainer(adding);
export const runSourceNow = byMaintainer(running);
export const pauseSource = byMaintainer(pausing);
export const removeSource = byMaintainer(removing);

function nameOf({ folder, name }: Pick<NamedFolder, "folder" | "name">): string {
  return name ?? path.basename(folder);
}

async function decided(sql: Sql, decider: Decider, source_id: string, what: string, reason: string): Promise<Source> {
  const source = await present(sql, source_id);
  await recordChange(sql, decider, { kind: "source", reason, details: { source_id, address: source.address, what } });
  return source;
}

async function present(sql: Sql, source_id: string): Promise<Source> {
  const row = await sourceById(sql, source_id);
  if (!row) throw noSource();
  return presentSource(row);
}

function noSource(): Problem {
  return new Problem("not_found", { detail: "There is no such source." });
}
