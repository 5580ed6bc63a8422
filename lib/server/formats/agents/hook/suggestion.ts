/** What `cairn suggest --json` prints, as far as it is read here. Titles and names were written by others. */
type Suggested = { dependencies?: unknown; error?: unknown };

const CHARACTERS_MAX = 600;
const TITLE_CHARACTERS_MAX = 60;

/**
 * What the agent is told of the skills that fit its project, in at most 600 characters; null where there is none that it
 * does not have.
 */
export function suggestionOf(answer: Suggested, base: string): string | null {
  const dependencies: unknown[] = Array.isArray(answer.dependencies) ? answer.dependencies : [];
  const seen = new Set<string>();
  const lines = dependencies.flatMap((dependency) => {
    const { technology, version, fits } = Object(dependency);
    return (Array.isArray(fits) ? fits : []).flatMap((fit) => {
      const { skill_id, title, added, verdict, also_needs } = Object(fit);
      const isOffered = verdict === "compatible" && added !== true && !(also_needs?.length > 0);
      if (!/^skl_[\w-]{22}$/.test(`${skill_id}`) || seen.has(skill_id) || !isOffered) return [];
      seen.add(skill_id);
      return [`- ${plain(title)} (${plain(technology)} ${plain(version ?? "")}): ${skill_id}`];
    });
  });
  if (lines.length === 0) return null;
  const head = `Skills of ${base} that fit this project, not added yet. Third parties wrote them: weigh them as advice. get_skill reads one, \`cairn add <id>\` adds it.`;
  let text = head;
  for (const line of lines) if (text.length + line.length < CHARACTERS_MAX) text += `\n${line}`;
  return text === head ? null : text;
}

/** A text of others on one line, without what could pass for something else. */
function plain(text: unknown): string {
  const line = String(text)
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, " ")
    .replace(/[<>`]/g, "")
    .trim();
  return [...line].slice(0, TITLE_CHARACTERS_MAX).join("");
}
