import { SkillId, VersionId } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import { authorInWords, deciderInWords, fileInWords } from "@/lib/contract/skill-in-words";
import { pageContext } from "@/lib/domain/context";
import { choosePair } from "@/lib/domain/knowledge/compare-versions";
import { readSkill } from "@/lib/domain/knowledge/read-skill";
import { getOverview, isListed } from "@/lib/domain/skills/get-skill";
import { chooseForReader, readerOf } from "@/lib/domain/skills/reader";
import { Problem } from "@/lib/platform/errors";
import { skillUrl, versionUrl } from "@/lib/platform/urls";
import { alternateOf, facts, inline, link, originFacts, references } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";
import { THIRD_PARTY_NOTICE } from "@/lib/server/mcp/present";

const DECISIONS_LISTED = 25;

/** A skill, or one of its versions. */
type SkillRef = { skill_id: string; version_id?: string };
type Overview = Awaited<ReturnType<typeof getOverview>>;

/**
 * A view of a skill or of one version: `versions`, `compare` (with `?from=` and `?to=`, old to new), `provenance` and
 * `decisions`, the last two of the version that fits `?technology=` and `?version=`. Throws `not_found` for any other
 * view, skill or version.
 */
export async function skillViewAlternate(ref: SkillRef, view: string, search: URLSearchParams): Promise<Document> {
  if (!SkillId.safeParse(ref.skill_id).success) throw nothing();
  const skill = await getOverview(pageContext(), { skill_id: ref.skill_id });
  if (ref.version_id && !skill.versions.some(({ version_id }) => version_id === ref.version_id)) throw nothing();
  if (view === "versions" && !ref.version_id) return versionsAlternate(skill);
  if (view === "compare" && !ref.version_id) return compareAlternate(skill, search);
  const shown = ref.version_id ? ref : { ...ref, ...(await chosenFor(skill, search)) };
  if (view === "provenance") return provenanceAlternate(skill, shown);
  if (view === "decisions") return decisionsAlternate(skill, shown, search.get("cursor") ?? undefined);
  throw nothing();
}

/** The version that fits the reader whom the parameters name, unless it is the selected one. */
async function chosenFor({ versions }: Overview, search: URLSearchParams): Promise<{ version_id?: string }> {
  const reader = readerOf({ technology: search.get("technology"), version: search.get("version") });
  const chosen = (await chooseForReader(versions, reader))?.version;
  return chosen && !chosen.is_selected ? { version_id: chosen.version_id } : {};
}

function versionsAlternate(skill: Overview): Document {
  const lines = skill.versions.map(({ canonical_url, applicability, created_at, ...version }) => {
    const fits = applicability.map((entry) => `${entry.technology} ${entry.constraint}`).join("; ");
    const isUnsaid = fits !== "" && (version.successor !== null || !isListed(version));
    const said = [version.standing, created_at.slice(0, 10), ...(isUnsaid ? [`fits ${fits}`] : [])];
    return `- ${link(`Version ${version.ordinal}`, canonical_url)} (${inline(said.join(", "))}): ${inline(version.change_summary)}`;
  });
  return view(skill, null, "versions", ["Newest first.", lines.join("\n")]);
}

async function compareAlternate(skill: Overview, search: URLSearchParams): Promise<Document> {
  const wish = { from: search.get("from") ?? undefined, to: search.get("to") ?? undefined };
  for (const id of [wish.from, wish.to]) if (id !== undefined && !VersionId.safeParse(id).success) throw nothing();
  const pair = choosePair(skill.versions, wish);
  if (!pair) return view(skill, null, "compare", ["There is one version: nothing to compare yet."]);
  const ref = { kind: "skill_version" as const, skill_id: skill.skill_id, version_id: pair.from };
  const { data } = await readSkill(ref, "comparison", { cursor: undefined, limit: 1 }, pair.to);
  if (data.view !== "comparison") throw new Error("The view comparison was answered with another.");
  const entries = (list: typeof data.applicability.added) =>
    list.map((entry) => inline(`${entry.technology} ${entry.constraint}`)).join("; ");
  const { from, to, diff, files } = data;
  const unified = [diff.unified, ...files.map((file) => file.diff?.unified ?? "")].join("");
  return view(skill, null, "compare", [
    facts({
      From: link(`Version ${from.ordinal}`, from.canonical_url),
      To: link(`Version ${to.ordinal}`, to.canonical_url),
      "Changes, according to the author": inline(to.change_summary),
      "No longer applies to": entries(data.applicability.removed),
      "Applies to, new": entries(data.applicability.added),
      "Changed fields": data.changed_fields.join(", ") || "none",
      "Lines of the text": diff.withheld ? null : `${diff.lines_added} added, ${diff.lines_removed} removed`,
    }),
    "Another pair: `?from=` and `?to=` with ids of versions.",
    diff.withheld ? "One of the two is withdrawn, so the difference of their texts is withheld." : null,
    files.length > 0 ? `## Files\n\n${files.map((file) => `- ${inline(fileInWords(file))}`).join("\n")}` : null,
    unified && `## Difference\n\n${THIRD_PARTY_NOTICE} It runs to the end of this document.\n\n---\n\n${unified}`,
  ]);
}

async function provenanceAlternate(skill: Overview, ref: SkillRef): Promise<Document> {
  const { data } = await readSkill(readRefOf(ref), "provenance", { cursor: undefined, limit: 1 }, undefined);
  if (data.view !== "provenance") throw new Error("The view provenance was answered with another.");
  const base = skill.versions.find(({ version_id }) => version_id === data.base_version_id);
  const uses = data.used_in.map(
    (use) =>
      `- ${use.kind}${use.outcome ? `, ${use.outcome}` : ""}${use.condition ? ` (${inline(use.condition)})` : ""}: ${link(use.thread_title, use.canonical_url)}`,
  );
  return view(skill, ref, "provenance", [
    facts({
      Version: link(nameOf(skill.versions, data.version_id), versionUrl(skill.skill_id, data.version_id)),
      Author: inline(authorInWords(data.author)),
      ...originFacts(data.origin),
      "Based on": base ? link(`Version ${base.ordinal}`, base.canonical_url) : "no earlier version",
      "What changed": inline(data.change_summary),
      Why: inline(data.rationale),
      Evidence: inline(data.supporting_basis),
      References: references(data.public_references),
      "Submitted as": data.operation?.operation_ref,
    }),
    `## Used in\n\n${uses.join("\n") || "No thread names it yet."}`,
  ]);
}

async function decisionsAlternate(skill: Overview, ref: SkillRef, cursor: string | undefined): Promise<Document> {
  const answer = await readSkill(readRefOf(ref), "decisions", { cursor, limit: DECISIONS_LISTED }, undefined);
  if (!("next_cursor" in answer) || answer.data.view !== "decisions")
    throw new Error("No list of decisions came back.");
  const lines = answer.data.items.map(
    ({ kind, version_id, created_at, reason, ...decision }) =>
      `- ${created_at}, ${kind}${version_id ? ` of ${nameOf(skill.versions, version_id)}` : ""} by ${inline(deciderInWords(decision))}: ${inline(reason)}`,
  );
  const more = answer.next_cursor && `${addressOf(skill, ref)}/decisions.md?cursor=${answer.next_cursor}`;
  return view(skill, ref, "decisions", [lines.join("\n") || "No decisions yet.", more && `Earlier ones: ${more}`]);
}

function view(skill: Overview, ref: SkillRef | null, name: string, parts: Array<string | null>): Document {
  const url = addressOf(skill, ref);
  const shown = skill.versions.find(({ version_id }) => version_id === ref?.version_id);
  const title = `# ${inline(shown?.title ?? skill.title)}: ${name}`;
  return alternateOf(`${new URL(url).pathname}/${name}`, [
    title,
    `The ${shown ? "version" : "skill"} itself: ${url}.md`,
    ...parts,
  ]);
}

function addressOf(skill: Overview, ref: SkillRef | null): string {
  const version_id = ref?.version_id;
  return version_id ? versionUrl(skill.skill_id, version_id) : skillUrl(skill.skill_id, skill.slug);
}

function readRefOf({ skill_id, version_id }: SkillRef) {
  return version_id ? { kind: "skill_version" as const, skill_id, version_id } : { kind: "skill" as const, skill_id };
}

function nameOf(versions: VersionSummary[], version_id: string): string {
  return `Version ${versions.find((one) => one.version_id === version_id)?.ordinal ?? version_id}`;
}

function nothing(): Problem {
  return new Problem("not_found", { detail: "No skill or version has this id, or it has no such view." });
}
