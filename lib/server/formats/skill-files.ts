import { gzipSync } from "fflate";
import { packTar } from "modern-tar";
import { read } from "@/db/client";
import { filesOfVersion, readableFile } from "@/db/queries/files";
import { heldVersions, listedVersions } from "@/db/queries/held-versions";
import type { SkillFileRow } from "@/db/queries/skill-files";
import { versionHistory, withdrawalOf } from "@/db/queries/version-history";
import { selectedVersion, type VersionRow, versionById } from "@/db/queries/versions";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { pageContext } from "@/lib/domain/context";
import { choosePair } from "@/lib/domain/knowledge/compare-versions";
import { readSkill } from "@/lib/domain/knowledge/read-skill";
import { refuseUnreadable } from "@/lib/domain/present/decision";
import { skillFile, versionFile } from "@/lib/domain/present/skill-file";
import { presentVersionSummary } from "@/lib/domain/present/version";
import { isTextFile, mediaTypeOf } from "@/lib/domain/publishing/version-files";
import { getOverview } from "@/lib/domain/skills/get-skill";
import { chooseForReader, readerOf } from "@/lib/domain/skills/reader";
import { cacheOfMade } from "@/lib/platform/caches";
import { Problem } from "@/lib/platform/errors";
import { supersededBy } from "@/lib/search/rank/choose-version";
import { type Binary, type Document, MARKDOWN } from "@/lib/server/formats/document";

/** For what another selection, a decision or a new version changes. */
const CHANGING_SECONDS = 60;
const KEPT_BYTES_MAX = 32_000_000;
/** One time for all files of an archive, so that the same files make the same bytes. */
const MTIME = new Date(499_162_500_000);
const OS_BYTE = 9;
const UNKNOWN_OS = 255;

/**
 * The SKILL.md of a skill's selected version. Throws `not_found`, or `withdrawn` when none of its content is readable.
 */
export async function selectedSkillFile(skill_id: string): Promise<Document> {
  return { type: MARKDOWN, text: skillFile(await offeredVersion(skill_id)), keep: CHANGING_SECONDS };
}

/**
 * The SKILL.md of the version that fits the `technology` and `version` of the parameters; without both that of the
 * selected version. Throws like `selectedSkillFile`, and `not_found` when no version fits.
 */
export async function fittingSkillFile(skill_id: string, search: URLSearchParams): Promise<Document> {
  const reader = readerOf({ technology: search.get("technology"), version: search.get("version") });
  if (!reader.technology || !SkillId.safeParse(skill_id).success) return selectedSkillFile(skill_id);
  const history = await read((sql) => versionHistory(sql, skill_id));
  const versions = history.map((row) => presentVersionSummary(skill_id, row));
  const choice = await chooseForReader(versions, reader);
  // A file has no place to say that it is for another version.
  if (choice && !choice.fits)
    throw new Problem("not_found", { detail: `${choice.title} The skill's page says what it covers.` });
  const chosen = choice?.version;
  if (!chosen || chosen.is_selected) return selectedSkillFile(skill_id);
  return { ...(await versionSkillFile(skill_id, chosen.version_id)), keep: CHANGING_SECONDS };
}

/** The SKILL.md of one version: the bytes never change once it does not wait, unless it is withdrawn. Throws `not_found` and `withdrawn`. */
export async function versionSkillFile(skill_id: string, version_id: string): Promise<Document> {
  const row = await readableVersion(skill_id, version_id);
  return { type: MARKDOWN, text: versionFile(row), keep: row.quarantined_at ? CHANGING_SECONDS : "unchanging" };
}

/**
 * The SKILL.md that a holder of a version should have now: of the version that supersedes it, else its own. Throws
 * `not_found`, and `withdrawn` for a withdrawn version that nothing supersedes.
 */
export async function updateSkillFile(skill_id: string, version_id: string): Promise<Document> {
  return { type: MARKDOWN, text: versionFile(await updateOf(skill_id, version_id)), keep: CHANGING_SECONDS };
}

/** The version that a holder of this one should have now. Throws as `updateSkillFile`. */
export async function updateOf(skill_id: string, version_id: string): Promise<VersionRow> {
  if (!SkillId.safeParse(skill_id).success || !VersionId.safeParse(version_id).success) throw nothing();
  const row = await read(async (sql) => {
    const held = await heldVersions(sql, [version_id]);
    const [version] = held.filter((each) => each.skill_id === skill_id);
    const newer = version && supersededBy(version, await listedVersions(sql, [skill_id]));
    return versionById(sql, skill_id, newer?.version_id ?? version_id);
  });
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, skill_id, version_id)));
  return row;
}

/**
 * A file of one version: the bytes never change, unless the version is withdrawn. Texts are shown, others are saved.
 * Throws `not_found` and `withdrawn`.
 */
export async function versionFileAt(skill_id: string, version_id: string, path: string): Promise<Binary> {
  const isId = SkillId.safeParse(skill_id).success && VersionId.safeParse(version_id).success;
  if (!isId || path.includes("\0")) throw noFile();
  const file = await read((sql) => readableFile(sql, { skill_id, version_id, path }));
  if (!file) {
    const withdrawal = await read((sql) => withdrawalOf(sql, skill_id, version_id));
    throw withdrawal ? refuseUnreadable(withdrawal) : noFile();
  }
  const isText = isTextFile(path);
  return {
    type: isText ? `${mediaTypeOf(path)}; charset=utf-8` : mediaTypeOf(path),
    key: file.sha256.toString("hex"),
    keep: file.waits ? CHANGING_SECONDS : "unchanging",
    ...(isText ? {} : { download: path.slice(path.lastIndexOf("/") + 1) }),
    bytes: async () => file.content,
  };
}

/** The whole folder of one version: its SKILL.md and its files. The bytes never change. Throws `not_found` and `withdrawn`. */
export async function versionArchive(skill_id: string, version_id: string): Promise<Binary> {
  const row = await readableVersion(skill_id, version_id);
  return {
    type: "application/gzip",
    key: `${version_id} ${row.quarantined_at ? "waits" : ""}`,
    keep: row.quarantined_at ? CHANGING_SECONDS : "unchanging",
    download: `${row.slug}.tgz`,
    bytes: () => archiveOf(row),
  };
}

/** The bytes of that archive, of a version that anyone may read. */
export function archiveOf(row: SkillFileRow): Promise<Uint8Array> {
  const archives = cacheOfMade<Uint8Array>("skill-archives", KEPT_BYTES_MAX);
  return archives(`${row.version_id} ${row.quarantined_at ? "waits" : ""}`, async () => {
    const beside = await read((sql) => filesOfVersion(sql, row.version_id));
    const files = [{ path: "SKILL.md", bytes: Buffer.from(versionFile(row)) }, ...beside];
    const tar = await packTar(
      files.map(({ path, bytes }) => ({
        header: { name: path, size: bytes.byteLength, type: "file", mode: 0o644, mtime: MTIME },
        body: bytes,
      })),
    );
    const packed = gzipSync(tar, { level: 6, mtime: 0 });
    packed[OS_BYTE] = UNKNOWN_OS;
    return packed;
  });
}

/**
 * A unified diff of two versions of a skill and of their text files, old to new, empty if they are equal. Without names it compares the newest
 * two. Throws `not_found` for an unknown skill or version and when there are fewer than two versions, and `withdrawn`
 * when the text of one is withheld.
 */
export async function comparisonFile(
  skill_id: string,
  wish: { from: string | null; to: string | null },
): Promise<Document> {
  for (const version_id of [wish.from, wish.to])
    if (version_id !== null && !VersionId.safeParse(version_id).success) throw noVersion();
  const { versions } = await getOverview(pageContext(), { skill_id });
  const pair = choosePair(versions, { from: wish.from ?? undefined, to: wish.to ?? undefined });
  if (!pair) throw new Problem("not_found", { detail: "This skill has one version: there is nothing to compare yet." });
  if (![pair.from, pair.to].every((id) => versions.some(({ version_id }) => version_id === id))) throw noVersion();
  const ref = { kind: "skill_version" as const, skill_id, version_id: pair.from };
  const { data } = await readSkill(ref, "comparison", { cursor: undefined, limit: 1 }, pair.to);
  if (data.view !== "comparison") throw new Error("The view comparison was answered with another.");
  if (data.diff.withheld)
    throw new Problem("withdrawn", { detail: "One of the two versions is withdrawn, so the difference is not shown." });
  const isNamed = wish.from !== null && wish.to !== null;
  return {
    type: "text/x-diff; charset=utf-8",
    text: [data.diff.unified, ...data.files.map(({ diff }) => diff?.unified ?? "")].join(""),
    keep: isNamed ? "unchanging" : CHANGING_SECONDS,
  };
}

/** The version that a skill offers. Throws `not_found` and `withdrawn`. */
export async function offeredVersion(skill_id: string) {
  if (!SkillId.safeParse(skill_id).success) throw nothing();
  const row = await read((sql) => selectedVersion(sql, skill_id));
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, skill_id, null)));
  return row;
}

/** One version that anyone may read. Throws `not_found` and `withdrawn`. */
export async function readableVersion(skill_id: string, version_id: string): Promise<VersionRow> {
  if (!SkillId.safeParse(skill_id).success || !VersionId.safeParse(version_id).success) throw nothing();
  const row = await read((sql) => versionById(sql, skill_id, version_id));
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, skill_id, version_id)));
  return row;
}

export function nothing(): Problem {
  return new Problem("not_found", { detail: "No skill or version has this id." });
}

function noFile(): Problem {
  return new Problem("not_found", { detail: "No version has a file at this address." });
}

function noVersion(): Problem {
  return new Problem("not_found", { detail: "No version of this skill has this id." });
}
