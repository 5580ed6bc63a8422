import type { AnswerOf } from "@/lib/client/operations";
import type { Flags } from "@/lib/command/command";
import type { Technology } from "@/lib/command/projects/technology";
import type { Service } from "@/lib/command/service-calls";
import { coverage, judge } from "@/lib/command/skills/choose";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";

/** An option of the commands that send names. */
export const PRIVATE = {
  private: {
    value: "name",
    many: true,
    about: "keep this package, scope or owner here, such as @acme or acme-*; cairn.json can too",
  },
} as const satisfies Flags;
/** What their help says of names. */
export const NAMES_SENT = `Sent are the names and versions of packages from public registries. These stay here: names
from other registries, Git, folders, addresses and workspaces; those of the
project's own scope and of the scopes in its workspace; those that the lock file
does not list; and those that --private or cairn.json names:
  {"private": ["@acme", "acme-*"]}
A private package on a public registry looks like a public one: name its scope
there if it is not your own.`;

type Answer = AnswerOf<"findFittingSkills">[number];
export type Fit = Answer["fits"][number];

/** What the library has for one technology of the project. */
export type Suggestion = Pick<Answer, "known" | "fits" | "other_versions"> & { of: Technology };

/** Of one request. */
const TECHNOLOGIES_MAX = 200;
/** The service refuses longer ones, and no package has such a name. */
const NAME = /^[\p{L}\p{N}@][\p{L}\p{N} ._\-/@+#~:]{0,119}$/u;
const VERSION_CHARACTERS_MAX = 200;

/** The technologies that are sent, and those whose names stay here, each with the reason. */
export function sendable(technologies: readonly Technology[]): { sent: Technology[]; kept: Technology[] } {
  const [sent, kept]: [Technology[], Technology[]] = [[], []];
  for (const one of technologies) {
    const withheld = one.withheld ?? (NAME.test(one.technology) ? undefined : "no name of a package");
    if (withheld === undefined) sent.push(one);
    else kept.push({ ...one, withheld });
  }
  return { sent, kept };
}

/** What is sent of them, in requests of a size that the service takes. */
export function requestsFor(technologies: readonly Technology[]) {
  const named = technologies.map(({ technology, version }) =>
    version === null || version.length > VERSION_CHARACTERS_MAX ? { technology } : { technology, version },
  );
  const requests: Array<{ technologies: typeof named }> = [];
  for (let at = 0; at < named.length; at += TECHNOLOGIES_MAX)
    requests.push({ technologies: named.slice(at, at + TECHNOLOGIES_MAX) });
  return requests;
}

/**
 * What the library has for these technologies, in their order. The service knows those of one request; a skill that a
 * technology of another one excludes counts as one for other versions, and what another one names is no longer needed.
 * Throws CairnError.
 */
export async function suggestionsFor(
  { cairn }: Service,
  sent: readonly Technology[],
  project: readonly Technology[],
): Promise<Suggestion[]> {
  const answers = (await Promise.all(requestsFor(sent).map((each) => cairn.findFittingSkills(each)))).flat();
  const names = new Set(project.map(({ technology }) => technology));
  return sent.flatMap((of, at): Suggestion[] => {
    const answer = answers[at];
    if (answer === undefined) return [];
    const fits = answer.fits
      .filter(({ applicability }) => judge(applicability, project) !== "incompatible")
      .map((fit) => ({ ...fit, also_needs: fit.also_needs.filter((name) => !names.has(normaliseTechnology(name))) }))
      .sort((a, b) => Number(a.also_needs.length > 0) - Number(b.also_needs.length > 0));
    return [
      { of, known: answer.known, fits, other_versions: answer.other_versions + answer.fits.length - fits.length },
    ];
  });
}

/** What was reported of a version, in words; empty where nothing was. */
function outcomesInWords({ outcomes: { resolved, partial, failed } }: Fit): string {
  const all = resolved + partial + failed;
  return all === 0
    ? "no outcomes yet"
    : `solved it for ${resolved} of ${all}${partial > 0 ? `, partly for ${partial}` : ""}`;
}

/** Why it is offered, and what is known of it. */
export function reasonsOf(fit: Fit, { technology, version }: Technology) {
  const { verdict, applicability, review, origin, also_needs, version: ref } = fit;
  const covers = coverage(applicability).join(", ");
  const fitting = verdict === "compatible" ? `fits ${technology} ${version}` : "whether it fits cannot be told";
  const needs = also_needs.length > 0 ? `; also needs ${also_needs.join(", ")}, which this project does not have` : "";
  return {
    skill_id: fit.skill_id,
    version_id: ref.version_id,
    slug: fit.slug,
    title: fit.title,
    why: `${covers === "" ? "" : `for ${covers}; `}${fitting}${needs}`,
    verdict,
    also_needs,
    reviewed: review.state === "reviewed" ? `reviewed with ${review.version_checked}` : null,
    outcomes: outcomesInWords(fit),
    source: origin.source_id ? origin.address : (origin.source_repository ?? origin.author),
    license: origin.license,
    url: fit.canonical_url,
  };
}

/** So many skills, in words. */
export const skills = (count: number) => (count === 1 ? "1 skill" : `${count} skills`);
