import { read } from "@/db/client";
import { type ComparedRow, comparedFiles } from "@/db/queries/files";
import { type VersionMetaRow, versionMeta } from "@/db/queries/version-history";
import { type VersionRow, versionById } from "@/db/queries/versions";
import type { FileChange, ReadAnswer } from "@/lib/contract/knowledge/reading";
import type { ReadRef } from "@/lib/contract/knowledge/resources";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import type { DiffBlock } from "@/lib/contract/shown-text";
import { presentVersionSummary } from "@/lib/domain/present/version";
import { isTextFile, textOfFile } from "@/lib/domain/publishing/version-files";
import { Problem } from "@/lib/platform/errors";
import { diffRows } from "@/lib/text/diff/diff-rows";
import { type DiffWork, diffWork, unifiedDiff } from "@/lib/text/diff/unified-diff";

const COMPARED = [
  "title",
  "description",
  "applicability",
  "public_references",
  "questions",
  "license",
  "change_summary",
  "rationale",
  "supporting_basis",
  "risk_labels",
] as const;

/**
 * The changes between two versions of a skill, always from the older to the newer. A withdrawn version's text is
 * withheld: the diff is then empty and says so.
 */
export async function compareVersions(
  ref: ReadRef,
  version: VersionMetaRow,
  compare_version_id: string,
): Promise<ReadAnswer> {
  const pair = await readPair(version, compare_version_id);
  const { from, to, texts } = pair;
  const diff = texts
    ? unifiedDiff(
        { name: from.version_id, at: from.created_at.toISOString(), text: texts.older },
        { name: to.version_id, at: to.created_at.toISOString(), text: texts.newer },
      )
    : { text: "", lines_added: 0, lines_removed: 0 };
  const files = texts ? await compareFiles(from, to) : [];
  return {
    data: {
      ref,
      view: "comparison",
      from: presentVersionSummary(from.skill_id, from),
      to: presentVersionSummary(to.skill_id, to),
      changed_fields: [...changedFields(pair), ...(files.length > 0 ? ["files"] : [])],
      applicability: changedApplicability(pair),
      diff: {
        unified: diff.text,
        lines_added: diff.lines_added,
        lines_removed: diff.lines_removed,
        withheld: texts === null,
      },
      files,
    },
  };
}

type Comparison = {
  from: VersionSummary;
  to: VersionSummary;
  /**
   * The differing fields beside the text, both values in readable form; a list has one value a line. Empty when
   * withheld.
   */
  fields: Array<{ name: string; blocks: DiffBlock[] }>;
  applicability: { added: ApplicabilityEntry[]; removed: ApplicabilityEntry[] };
  /** Null where the text of a withdrawn version is withheld. */
  text: { blocks: DiffBlock[]; lines_added: number; lines_removed: number } | null;
  /** The files that differ; empty when withheld. */
  files: FileChange[];
};

/** The same for pages: the fields, and the text row by row. Throws `not_found` and `unknown_reference`. */
export async function showComparison(skill_id: string, from_id: string, to_id: string): Promise<Comparison> {
  const version = await read((sql) => versionMeta(sql, skill_id, from_id));
  if (!version) throw noVersion();
  const pair = await readPair(version, to_id);
  const { from, to, texts } = pair;
  // A withdrawn version's fields are withheld with its text.
  const shown = texts ? changedFields(pair).filter((field) => field !== "applicability" && field !== "markdown") : [];
  const blocks = texts && texts.older !== texts.newer ? diffRows(texts.older, texts.newer) : [];
  const rows = blocks.flatMap((block) => (block.kind === "changed" ? block.rows : []));
  return {
    from: presentVersionSummary(skill_id, from),
    to: presentVersionSummary(skill_id, to),
    fields: COMPARED.filter((field) => shown.includes(field)).map((field) => ({
      name: field,
      blocks: diffRows(inWords(from[field]), inWords(to[field])),
    })),
    applicability: changedApplicability(pair),
    text: texts && {
      blocks,
      lines_added: rows.filter(({ newer }) => newer).length,
      lines_removed: rows.filter(({ older }) => older).length,
    },
    files: texts ? await compareFiles(from, to) : [],
  };
}

type Pair = { from: VersionMetaRow; to: VersionMetaRow; texts: { older: string; newer: string } | null };

async function readPair(version: VersionMetaRow, other_id: string): Promise<Pair> {
  const other = await read((sql) => versionMeta(sql, version.skill_id, other_id));
  if (!other) throw noVersion();
  const [from, to] = BigInt(version.ordinal) <= BigInt(other.ordinal) ? [version, other] : [other, version];
  const [older, newer]: Array<VersionRow | null> = await read((sql) =>
    Promise.all([versionById(sql, from.skill_id, from.version_id), versionById(sql, to.skill_id, to.version_id)]),
  );
  return { from, to, texts: older && newer ? { older: older.markdown, newer: newer.markdown } : null };
}

function changedFields({ from, to, texts }: Pair): string[] {
  const changed = COMPARED.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]));
  return texts && texts.older !== texts.newer ? [...changed, "markdown"] : changed;
}

function changedApplicability({ from, to }: Pair) {
  return {
    added: missingFrom(from.applicability, to.applicability),
    removed: missingFrom(to.applicability, from.applicability),
  };
}

function inWords(value: VersionMetaRow[(typeof COMPARED)[number]]): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  return value.map((item) => (typeof item === "string" ? item : JSON.stringify(item))).join("\n");
}

function noVersion(): Problem {
  return new Problem("unknown_reference", {
    detail: "compare_version_id names no version of this skill.",
    errors: [{ pointer: "/compare_version_id", code: "unknown_reference", detail: "names no version of this skill" }],
  });
}

function missingFrom(list: ApplicabilityEntry[], others: ApplicabilityEntry[]): ApplicabilityEntry[] {
  const known = new Set(
    list.map((entry) => JSON.stringify([entry.technology, entry.version_scheme, entry.constraint])),
  );
  return others.filter(
    (entry) => !known.has(JSON.stringify([entry.technology, entry.version_scheme, entry.constraint])),
  );
}

/**
 * The two versions to compare, older first. Defaults: the newest readable version that does not wait, against its parent version or else
 * the one before it. Null while there are no two. `versions` must be newest first.
 */
export function choosePair(
  versions: readonly VersionSummary[],
  wish: { from?: string | undefined; to?: string | undefined },
): { from: string; to: string } | null {
  const shown = versions.filter(({ state }) => state !== "waiting");
  const readable = shown.filter(({ state }) => state !== "withdrawn");
  const offered = readable.length > 1 ? readable : shown;
  const { from, to } = wish;
  if (from && to) return inOrder(versions, from, to);
  if (from) {
    const other = offered.find(({ version_id }) => version_id !== from);
    return other ? inOrder(versions, from, other.version_id) : null;
  }
  const newer = to ?? offered[0]?.version_id;
  if (!newer) return null;
  const place = versions.findIndex(({ version_id }) => version_id === newer);
  const base = versions[place]?.base_version_id;
  const isReadable = (version_id: string | null | undefined) => offered.some((one) => one.version_id === version_id);
  const before =
    offered.find((one) => versions.indexOf(one) > place) ?? offered.find((one) => one.version_id !== newer);
  const older = to && base && isReadable(base) ? base : before?.version_id;
  return older ? inOrder(versions, older, newer) : null;
}

/** Old to new, in either order of naming. An unknown id keeps its side. */
function inOrder(versions: readonly VersionSummary[], from: string, to: string): { from: string; to: string } {
  const age = (version_id: string) => versions.findIndex((version) => version.version_id === version_id);
  const isSwapped = age(from) >= 0 && age(to) >= 0 && age(from) < age(to);
  return isSwapped ? { from: to, to: from } : { from, to };
}

type Version = { skill_id: string; version_id: string; created_at: Date };

/** Shown of all differences together, so that a comparison stays a page: the files themselves have addresses. */
const SHOWN_CHARACTERS_MAX = 262_144;
const SHOWN_LINES_MAX = 5_000;

type Room = DiffWork & { characters: number; lines: number };

/**
 * The files that differ between two versions that anyone may read, by path, changed texts with their difference. A
 * version has at most 100 files of 1 MiB together; what is shown and the work are bounded for all of them.
 */
async function compareFiles(from: Version, to: Version): Promise<FileChange[]> {
  const rows = await read((sql) => comparedFiles(sql, from.version_id, to.version_id));
  const room: Room = { ...diffWork(), characters: SHOWN_CHARACTERS_MAX, lines: SHOWN_LINES_MAX };
  return rows.map((row) => changeOf(row, { from, to, room }));
}

function changeOf(row: ComparedRow, of: { from: Version; to: Version; room: Room }): FileChange {
  const { path, older, newer } = row;
  const size = { bytes_before: older?.byteLength ?? null, bytes_after: newer?.byteLength ?? null };
  if (older === null || newer === null)
    return { path, change: older === null ? "added" : "removed", ...size, diff: null };
  return { path, change: "changed", ...size, diff: isTextFile(path) ? differenceOf(path, { older, newer }, of) : null };
}

function differenceOf(
  path: string,
  { older, newer }: { older: Buffer; newer: Buffer },
  { from, to, room }: { from: Version; to: Version; room: Room },
): FileChange["diff"] {
  const side = ({ version_id, created_at }: Version, bytes: Buffer) => ({
    name: `${version_id}/${path}`,
    at: created_at.toISOString(),
    text: textOfFile({ path, bytes }),
  });
  const { text, lines_added, lines_removed } = unifiedDiff(side(from, older), side(to, newer), room);
  const lines = text.split("\n").length;
  const fits = text.length <= room.characters && lines <= room.lines;
  if (fits) Object.assign(room, { characters: room.characters - text.length, lines: room.lines - lines });
  return { unified: fits ? text : null, lines_added, lines_removed };
}
