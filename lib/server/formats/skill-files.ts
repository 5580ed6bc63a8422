import { read } from "@/db/client";
import { readableFile } from "@/db/queries/files";
import { heldVersions, listedVersions } from "@/db/queries/held-versions";
import { versionHistory, withdrawalOf } from "@/db/queries/version-history";
import { selectedVersion, type VersionRow, versionById } from "@/db/queries/versions";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { refuseUnreadable } from "@/lib/domain/present/decision";
import { skillFile, versionFile } from "@/lib/domain/present/skill-file";
import { presentVersionSummary } from "@/lib/domain/present/version";
import { isTextFile, mediaTypeOf } from "@/lib/domain/publishing/version-files";
import { chooseForReader, readerOf } from "@/lib/domain/skills/reader";
import { Problem } from "@/lib/platform/errors";
import { supersededBy } from "@/lib/search/rank/choose-version";
import { type Binary, type Document, MARKDOWN } from "@/lib/server/formats/document";

const SELECTED_SECONDS = 60;
const WAITING_SECONDS = 60;

/**
 * The SKILL.md of a skill's selected version. Throws `not_found`, or `withdrawn` when none of its content is readable.
 */
export async function selectedSkillFile(skill_id: string): Promise<Document> {
  if (!SkillId.safeParse(skill_id).success) throw nothing();
  const row = await read((sql) => selectedVersion(sql, skill_id));
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, skill_id, null)));
  return { type: MARKDOWN, text: skillFile(row), keep: SELECTED_SECONDS };
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
  return { ...(await versionSkillFile(skill_id, chosen.version_id)), keep: SELECTED_SECONDS };
}

/** The SKILL.md of one version: the bytes never change once it does not wait, unless it is withdrawn. Throws `not_found` and `withdrawn`. */
export async function versionSkillFile(skill_id: string, version_id: string): Promise<Document> {
  if (!SkillId.safeParse(skill_id).success || !VersionId.safeParse(version_id).success) throw nothing();
  const row = await read((sql) => versionById(sql, skill_id, version_id));
  if (!row) throw refuseUnreadable(await read((sql) => withdrawalOf(sql, skill_id, version_id)));
  return { type: MARKDOWN, text: versionFile(row), keep: row.quarantined_at ? SELECTED_SECONDS : "unchanging" };
}

/**
 * The SKILL.md that a holder of a version should have now: of the version that supersedes it, else its own. Throws
 * `not_found`, and `withdrawn` for a withdrawn version that nothing supersedes.
 */
export async function updateSkillFile(skill_id: string, version_id: string): Promise<Document> {
  return { type: MARKDOWN, text: versionFile(await updateOf(skill_id, version_id)), keep: SELECTED_SECONDS };
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
    keep: file.waits ? WAITING_SECONDS : "unchanging",
    ...(isText ? {} : { download: path.slice(path.lastIndexOf("/") + 1) }),
    bytes: async () => file.content,
  };
}

function noFile(): Problem {
  return new Problem("not_found", { detail: "No version has a file at this address." });
}

function nothing(): Problem {
  return new Problem("not_found", { detail: "No skill or version has this id." });
}
