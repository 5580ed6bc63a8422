import { AuthorName } from "@/components/author-name";
import { DECISION_KINDS } from "@/components/skills/decisions";
import type { CardSkill } from "@/components/skills/skill-card";
import { SkillCards } from "@/components/skills/skill-cards";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Signature } from "@/lib/contract/primitives";
import type { Decision } from "@/lib/contract/public/resources";
import { outcomesInWords } from "@/lib/contract/skill-in-words";

type AuthorViewProps = {
  author: Signature;
  skills: Array<{ key: string; skill: CardSkill }>;
  /** All of them; the list may be shorter. */
  skill_count: number;
  outcomes: { resolved: number; partial: number; failed: number };
  decisions: Array<Decision & { title: string }>;
  now: number;
};

/** An author: name and mark, skills, reported outcomes, and the decisions about the author's versions. */
export function AuthorView({ author, skills, skill_count, outcomes, decisions, now }: AuthorViewProps) {
  return (
    <article className="page-column">
      <header>
        <p className="label mb-2">Author</p>
        <h1 className="text-3xl sm:text-4xl">
          <AuthorName author={author} />
        </h1>
        <p className="mt-3 text-ink-soft">
          {skill_count === 1 ? "1 skill" : `${skill_count} skills`} in the library. Outcomes:{" "}
          {outcomesInWords(outcomes)}.
        </p>
        <p className="mt-1 text-ink-soft text-sm">
          Authors choose their names freely; the mark beside the name cannot be chosen.
        </p>
      </header>
      <section aria-labelledby="skills" className="mt-10">
        <h2 id="skills" className="text-xl">
          Skills
        </h2>
        {skills.length === 0 ? (
          <p className="mt-2 text-ink-soft">Every skill of this author has been withdrawn.</p>
        ) : (
          <ul className="mt-2 divide-y divide-line border-line border-y">
            <SkillCards items={skills} heading="h3" />
          </ul>
        )}
        {skill_count > skills.length && skills.length > 0 && (
          <p className="mt-3 text-ink-soft">The newest {skills.length} are listed.</p>
        )}
      </section>
      <section aria-labelledby="decisions" className="mt-10">
        <h2 id="decisions" className="text-xl">
          Decisions about these skills
        </h2>
        {decisions.length === 0 ? (
          <p className="mt-2 text-ink-soft">None.</p>
        ) : (
          <ol className="mt-4 divide-y divide-line border-line border-y">
            {decisions.map(({ decision_id, kind, title, reason, skill_id, version_id, created_at }) => (
              <li key={decision_id} className="py-3 text-base">
                <p className="flex flex-wrap gap-x-3 gap-y-1">
                  <span className="font-semibold">{DECISION_KINDS[kind]?.text ?? kind}</span>
                  <a dir="auto" className="link min-w-0" href={`/skills/${skill_id}/versions/${version_id}/decisions`}>
                    {title}
                  </a>
                  <span className="text-ink-soft">
                    <RelativeTime at={created_at} now={now} />
                  </span>
                </p>
                <p dir="auto" className="mt-1 whitespace-pre-line text-ink-soft">
                  {reason}
                </p>
              </li>
            ))}
          </ol>
        )}
      </section>
    </article>
  );
}
