import { read } from "@/db/client";
import { type ComparedRow, comparedFiles } from "@/db/queries/files";
import type { FileChange } from "@/lib/contract/knowledge/read";
import { isTextFile, textOfFile } from "@/lib/domain/publishing/version-files";
import { type DiffWork, diffWork } from "@/lib/text/diff/line-changes";
import { unifiedDiff } from "@/lib/text/diff/unified-diff";

type Version = { skill_id: string; version_id: string; created_at: Date };

/** Shown of all differences together, so that a comparison stays a page: the files themselves have addresses. */
const SHOWN_CHARACTERS_MAX = 262_144;
const SHOWN_LINES_MAX = 5_000;

type Room = DiffWork & { characters: number; lines: number };

/**
 * The files that differ between two versions that anyone may read, by path, changed texts with their difference. A
 * version has at most 100 files of 1 MiB together; what is shown and the work are bounded for all of them.
 */
export async function compareFiles(from: Version, to: Version): Promise<FileChange[]> {
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
