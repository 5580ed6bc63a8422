import type { Cairn } from "@/lib/client/operations";
import { CommandError, type Io, usage } from "@/lib/command/io";
import { technologyIn } from "@/lib/command/projects/named-in";
import type { Technology } from "@/lib/command/projects/technology";
import { chooseFor, coverage, type Judged, judgeVersion, type Skill, whyNoneFits } from "@/lib/command/skills/choose";
import type { Service } from "@/lib/command/skills/recorded-calls";

export type Wanted =
  | { kind: "skill"; skill_id: string; version_id: string | null }
  | { kind: "name"; slug: string }
  | { kind: "words"; q: string; technology?: string; version?: string };

/** The skill that the user means, with the version that was chosen, and other skills that the words may mean. */
export type ChosenSkill = { skill: Skill; chosen: Judged; pinned: boolean; others: string[] };

const ID = /^skl_[\w-]{22}$/;
const ADDRESS = /^\/skills\/(skl_[\w-]{22})(?:\/versions\/(skv_[\w-]{22}))?(?:\/|$)/;
const RESULTS_MAX = 5;
const LISTED_MAX = 100;

/**
 * What the user means: a skill's id, the address of its page or of one of its versions, its name, or words to search for.
 * Words are searched for with the version of the technology that they name, if the project uses it.
 */
export function readWanted(words: readonly string[], io: Io, technologies: readonly Technology[]): Wanted {
  const q = words.join(" ").trim();
  if (q === "")
    throw usage("The skill is missing.", "Name it by its id, its address, its name, or words to search for.");
  if (ID.test(q)) return { kind: "skill", skill_id: q, version_id: null };
  if (/^https?:\/\//.test(q)) return fromAddress(q, io.base);
  if (/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(q)) return { kind: "name", slug: q };
  const named = technologyIn(q, technologies);
  return {
    kind: "words",
    q,
    ...(named ? { technology: named.technology, ...(named.version ? { version: named.version } : {}) } : {}),
  };
}

/** The first request of finding it. */
export function firstCall(wanted: Wanted, cairn: Cairn): Promise<unknown> {
  if (wanted.kind === "skill") return cairn.getSkill({ skill_id: wanted.skill_id });
  return wanted.kind === "name" ? listCall(wanted.slug, cairn) : searchCall(wanted, cairn);
}

/** The skill, and the version of it that fits the project. Throws a CommandError when there is none, and CairnError. */
export async function findSkill(
  wanted: Wanted,
  service: Service,
  technologies: readonly Technology[],
  force: boolean,
): Promise<ChosenSkill> {
  if (wanted.kind === "words") return search(wanted, service, technologies);
  const skill_id = wanted.kind === "skill" ? wanted.skill_id : await idOf(wanted.slug, service);
  const skill = await service.cairn.getSkill({ skill_id });
  const version_id = wanted.kind === "skill" ? wanted.version_id : null;
  const chosen = version_id ? named(skill, version_id, technologies, force) : chooseFor(skill, technologies);
  if (chosen) return { skill, chosen, pinned: version_id !== null, others: [] };
  throw new CommandError(
    "nothing_fits",
    whyNoneFits(skill, technologies),
    `Ask for it in public: cairn ask "${skill.title} …"`,
  );
}

function named(skill: Skill, version_id: string, technologies: readonly Technology[], force: boolean): Judged {
  const version = skill.versions.find((each) => each.version_id === version_id);
  if (!version)
    throw new CommandError(
      "not_found",
      `${version_id} is not a version of ${skill.slug}.`,
      "Look at the page of the skill.",
    );
  const judged = judgeVersion(version, technologies);
  if (judged.verdict !== "incompatible" || force) return judged;
  const detail = `Version ${version.ordinal} of ${skill.slug} is for ${coverage(version.applicability).join(", ")}, and does not fit this project.`;
  throw new CommandError(
    "nothing_fits",
    detail,
    `Add the version that fits: cairn add ${skill.skill_id}. --force adds this one.`,
  );
}

async function idOf(slug: string, { cairn }: Service): Promise<string> {
  const { data } = await listCall(slug, cairn);
  const found = data.find((skill) => skill.slug === slug);
  if (found) return found.skill_id;
  throw new CommandError(
    "not_found",
    `No skill is called ${slug}.`,
    `Search for it: cairn search ${slug.replaceAll("-", " ")}`,
  );
}

async function search(
  wanted: Wanted & { kind: "words" },
  service: Service,
  technologies: readonly Technology[],
): Promise<ChosenSkill> {
  const { results, nothing_fits } = await searchCall(wanted, service.cairn);
  const found: Array<ChosenSkill & { isAnswer: boolean }> = [];
  const unfit: string[] = [];
  for (const { skill_id, strength } of results) {
    const skill = await service.cairn.getSkill({ skill_id });
    const chosen = chooseFor(skill, technologies);
    if (!chosen) unfit.push(whyNoneFits(skill, technologies));
    else if (isForeign(chosen, technologies))
      unfit.push(`${skill.slug} is for ${coverage(chosen.version.applicability).join(", ")}.`);
    else found.push({ skill, chosen, pinned: false, others: [], isAnswer: strength === "strong" });
  }
  const best = found.find(({ isAnswer }) => isAnswer);
  const line = ({ skill }: ChosenSkill) => `${skill.skill_id}  ${skill.title}`;
  if (best) return { ...best, others: found.filter((each) => each !== best).map(line) };
  if (found.length > 0) {
    const list = found.map((each) => `  ${line(each)}`).join("\n");
    throw new CommandError(
      "not_sure",
      `No skill surely answers this; these are about it:\n${list}`,
      "Add one of them by its id: cairn add skl_…",
    );
  }
  const reasons = [`Nothing that fits this project was found for "${wanted.q}".`, ...unfit];
  throw new CommandError(
    "nothing_fits",
    reasons.join("\n"),
    nothing_fits?.next_step ?? `Ask for it in public: cairn ask "${wanted.q}"`,
  );
}

/** A skill that names technologies of which the project uses none. Where nothing is known of the project, none is foreign. */
function isForeign({ version, uses }: Judged, technologies: readonly Technology[]): boolean {
  return version.applicability.length > 0 && uses.length === 0 && technologies.length > 0;
}

function listCall(slug: string, cairn: Cairn) {
  return cairn.listSkills({ q: slug.replaceAll("-", " "), limit: LISTED_MAX });
}

function searchCall({ kind: _, ...wanted }: Wanted & { kind: "words" }, cairn: Cairn) {
  // A preview publishes nothing.
  return cairn.searchPost({ ...wanted, preview: true, limit: RESULTS_MAX });
}

function fromAddress(address: string, base: string): Wanted {
  if (!address.startsWith(`${base}/`))
    throw usage(`${address} is not an address of ${base}.`, "Name the other service with --url.");
  const [, skill_id, version_id] = ADDRESS.exec(new URL(address).pathname) ?? [];
  if (skill_id) return { kind: "skill", skill_id, version_id: version_id ?? null };
  throw usage(`${address} is not the page of a skill.`, "The address of a skill has /skills/skl_… in it.");
}
