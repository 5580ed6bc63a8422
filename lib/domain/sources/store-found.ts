import { isDeepStrictEqual } from "node:util";
import type { Sql } from "@/db/client";
import { lockFeeds } from "@/db/queries/feeds";
import { contentSha256, copyOf, lockImportedSkill, type VersionContent } from "@/db/queries/publishing";
import { storeSelection } from "@/db/queries/selection";
import {
  type KnownText,
  knownTexts,
  ownerOfSkill,
  ownSkill,
  type ReportLine,
  storeApplicability,
} from "@/db/queries/sources";
import { storeRelease } from "@/db/queries/version-origins";
import type { SourceColumns } from "@/db/queries/versions";
import { APPLICABILITY_ENTRIES_MAX, type ApplicabilityEntry } from "@/lib/contract/primitives";
import { judgeSkillFile } from "@/lib/domain/import/judge-versions";
import { restoring } from "@/lib/domain/moderation/withdraw-version";
import { addressAtSource } from "@/lib/domain/present/origin";
import { publishVersion, technologiesOf } from "@/lib/domain/publishing/publish-version";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { inOrder } from "@/lib/domain/publishing/version-files";
import { isShownWhole } from "@/lib/domain/skills/licenses";
import { originOf } from "@/lib/domain/skills/origin";
import { addressOfOrigin } from "@/lib/domain/sources/address";
import type { FoundSkill, FoundText } from "@/lib/domain/sources/found";
import { env } from "@/lib/platform/env";
import { RULES_VERSION } from "@/lib/text/safety/finding";
import { judgePublicText } from "@/lib/text/safety/require-publishable";

/** Why the versions of a removed source are withdrawn. Versions withdrawn so come back with their source. */
export const REMOVED = "Its source was removed.";

type Following = { source_id: string; kind: "npm" | "git" | "folder"; address: string };
type Ref = { skill_id: string; version_id: string };

/** Who decides what a source publishes. The log calls it an import, as which it follows a selection. */
export function deciderOf({ address }: Pick<Following, "address">): Decider {
  return { name: `Source ${address}`.slice(0, 120), connection_id: null, log_name: "import" };
}

/**
 * Stores what a source has of one skill in the caller's transaction: new texts become versions, the newest is selected,
 * and a known text that holds for other releases than before gets them by a decision. Maintainers' decisions stay.
 * `judged` has a verdict for every text that is not stored. A skill of another source, or of nobody's that was imported
 * or submitted otherwise, is never touched.
 */
export async function storeFound(
  sql: Sql,
  source: Following,
  found: FoundSkill,
  judged: ReadonlyMap<string, JudgedText>,
): Promise<ReportLine[]> {
  const owner = await ownerOfSkill(sql, found.source_path);
  if (owner && owner !== source.source_id)
    return [line(found.path, "refused", "another source has a skill of this path")];
  const lines: ReportLine[] = [];
  const imported = owner === undefined ? null : await lockImportedSkill(sql, found.source_path);
  if (imported) await lockFeeds(sql, { skill_id: imported.skill_id, connection_ids: [] });
  const known = await knownTexts(sql, found.source_path);
  const base = imported?.selected_version_id ?? known.at(-1)?.version_id;
  let last: Ref | null = imported && base ? { skill_id: imported.skill_id, version_id: base } : null;
  let isNew = imported === null;

  for (const text of found.texts) {
    const isNewest = text === found.texts.at(-1);
    const match = known.findLast(({ text_sha256 }) => text_sha256?.equals(text.text_sha256));
    if (match && last) {
      lines.push(...(await keep(sql, source, found, { skill_id: last.skill_id, match, text, isNewest })));
      continue;
    }
    const verdict = judged.get(text.text_sha256.toString("hex"));
    if (!verdict) throw new Error("A text was not judged.");
    if (!verdict.ok) {
      lines.push(line(`${found.path}${text.release ? ` of ${text.release}` : ""}`, "refused", verdict.reason));
      continue;
    }
    const copy = isNew
      ? await copyOf(sql, { ...verdict.content, content_sha256: contentSha256(verdict.content.markdown) })
      : null;
    if (copy) {
      const what = copy.withdrawn ? "was withdrawn here" : "is here already";
      return [...lines, line(found.path, "refused", `the same text ${what} as skill ${copy.slug}`)];
    }
    last = await publish(sql, source, { found, text, base: last, isNewest: isNewest || isNew, verdict });
    if (isNew) await ownSkill(sql, last.skill_id, source.source_id);
    lines.push(line(found.path, isNew ? "new" : "new version", null, last));
    isNew = false;
  }
  if (imported && last) {
    if (owner === null) await ownSkill(sql, imported.skill_id, source.source_id);
    lines.push(...(await follow(sql, source, found, imported)));
  }
  return lines;
}

/** A text that is stored: what the source says of it now. */
async function keep(
  sql: Sql,
  source: Following,
  { path }: FoundSkill,
  { skill_id, match, text, isNewest }: { skill_id: string; match: KnownText; text: FoundText; isNewest: boolean },
): Promise<ReportLine[]> {
  const { version_id } = match;
  const ref = { skill_id, version_id };
  const decider = deciderOf(source);
  if (match.withdrawn) {
    if (match.withdrawn_reason !== REMOVED)
      return isNewest ? [line(path, "refused", "the same text was withdrawn here", ref)] : [];
    await restoring.effect(sql, decider, { ...ref, reason: "Its source is followed again." });
  }
  const applicability = entriesOf(text);
  if (match.release !== text.release || match.release_state !== text.release_state)
    await storeRelease(sql, version_id, text);
  if (isDeepStrictEqual(applicability, match.applicability))
    return isNewest ? [line(path, "unchanged", null, ref)] : [];
  await storeApplicability(sql, version_id, applicability, technologiesOf(applicability));
  const details = { applicability, previous: match.applicability };
  const reason = `${source.address} has the same text ${text.release ? `up to release ${text.release}` : "now"}.`;
  await recordChange(sql, decider, { kind: "applicability", ...ref, reason, details });
  return [line(path, "widened", applicability.map(({ constraint }) => constraint).at(-1) ?? null, ref)];
}

async function publish(
  sql: Sql,
  source: Following,
  {
    found,
    text,
    base,
    isNewest,
    verdict,
  }: { found: FoundSkill; text: FoundText; base: Ref | null; isNewest: boolean; verdict: JudgedText & { ok: true } },
): Promise<Ref> {
  const { release, commit, release_state, license, text_sha256, requires } = text;
  const { skill_id, version_id } = await publishVersion(sql, {
    skill: base
      ? { kind: "existing", skill_id: base.skill_id }
      : { kind: "new", slug_from: text.skill.name, source_path: found.source_path },
    base_version_id: base?.version_id ?? null,
    content: verdict.content,
    risk_labels: verdict.risk_labels,
    risks: verdict.risks,
    rules_version: RULES_VERSION,
    quarantine_reasons: verdict.waits_for,
    author_connection_id: null,
    select: true,
    ...(isNewest ? {} : { keep_selection_from: "all" as const }),
    source: verdict.source,
    came_from: {
      source_id: source.source_id,
      kind: source.kind,
      address: addressOfOrigin(source),
      release,
      commit,
      path: found.path,
      tree: null,
      license,
      release_state,
      is_whole: isShownWhole(source, license),
      text_sha256,
      requires,
    },
    selected: { decider: deciderOf(source), reason: `Read from ${source.address}${release ? ` ${release}` : ""}.` },
  });
  return { skill_id, version_id };
}

/** Selects the newest text of the source again, unless a person selected another version. */
async function follow(
  sql: Sql,
  source: Following,
  { source_path, path, texts }: FoundSkill,
  before: { skill_id: string; selected_by: string | null },
): Promise<ReportLine[]> {
  const newest = texts.at(-1);
  const known = await knownTexts(sql, source_path);
  const match = newest && known.findLast(({ text_sha256 }) => text_sha256?.equals(newest.text_sha256));
  const now = await lockImportedSkill(sql, source_path);
  if (!match || match.withdrawn || !now || now.selected_version_id === match.version_id) return [];
  if (before.selected_by !== "import" && now.selected_version_id !== null) return [];
  // A version that waits does not take the place of one that is listed.
  if (known.some(({ version_id }) => version_id === now.selected_version_id) && match.waits) return [];
  const to = { skill_id: before.skill_id, version_id: match.version_id };
  const selection_revision = await storeSelection(sql, to.skill_id, to.version_id);
  const details = { selection_revision, previous_version_id: now.selected_version_id };
  const reason = `${source.address} has this text now.`;
  await recordChange(sql, deciderOf(source), { kind: "selection", ...to, reason, details });
  return [line(path, "note", "the version that the source has again is selected", to)];
}

/** The content of a version: without a licence that allows a copy only what it is and where it stands. */
export function contentOf(source: Following, path: string, text: FoundText): VersionContent {
  const { skill, files, release, commit, license } = text;
  const { title, description, questions, supporting_basis } = skill;
  const isWhole = isShownWhole(source, license);
  const at = addressAtSource({ kind: source.kind, address: addressOfOrigin(source), release, commit, path });
  return {
    title,
    description,
    markdown: isWhole
      ? skill.markdown
      : `# ${title}\n\n${description}\n\nThe whole text is at its source, ${at ? `<${at}>` : source.address}, in \`${path}/SKILL.md\`. Its licence is ${license ?? "unknown"}: it allows no copy here.\n`,
    applicability: entriesOf(text),
    public_references: [],
    questions,
    change_summary: `As in ${source.address}${release ? ` ${release}` : ""}.`,
    rationale: skill.rationale,
    supporting_basis,
    license: skill.license,
    files: isWhole ? inOrder(files) : [],
  };
}

function entriesOf({ applicability }: FoundText): ApplicabilityEntry[] {
  return applicability.slice(-APPLICABILITY_ENTRIES_MAX);
}

function line(path: string, result: ReportLine["result"], reason: string | null, ref?: Ref): ReportLine {
  return { path, result, reason, skill_id: ref?.skill_id ?? null, version_id: ref?.version_id ?? null };
}

export type JudgedText =
  | {
      ok: true;
      content: VersionContent;
      source: SourceColumns;
      risk_labels: string[];
      risks: string[];
      /** Why the version waits; empty for one that does not. */
      waits_for: string[];
    }
  | { ok: false; reason: string };

/** Judges the whole text of a source like any other: refused, waiting for a maintainer, or neither. */
export async function judgeFound(source: Following, { path }: FoundSkill, text: FoundText): Promise<JudgedText> {
  const content = contentOf(source, path, text);
  const judged = await judgeSkillFile(text.skill, content.files ?? [], true);
  if (!judged.ok) return judged;
  const { repository, license, commit, skill } = text;
  const { source_author } = await originOf(skill.claimed);
  // A package's manifest names it, which nobody has judged.
  const source_repository = repository && (await judgePublicText(repository)).length === 0 ? repository : null;
  return {
    ok: true,
    content,
    source: { source_repository, source_commit: commit, source_license: license, source_author },
    risk_labels: judged.risk_labels,
    risks: judged.risks,
    waits_for: env().QUARANTINE === "off" ? [] : judged.risks,
  };
}
