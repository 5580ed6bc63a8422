import { ReviewMark } from "@/components/skills/review";
import type { Review } from "@/lib/contract/primitives";

export type RelatedSkill = {
  skill_id: string;
  title: string;
  path: string;
  review: Review;
  reviewed_technology: string | null;
};

/** Skills about something similar. */
export function RelatedSkills({ skills }: { skills: RelatedSkill[] }) {
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="mb-2 text-lg">
        Related skills
      </h2>
      <ul className="space-y-2.5 text-base leading-snug">
        {skills.map((skill) => (
          <li key={skill.skill_id}>
            <a dir="auto" className="link line-clamp-2" href={skill.path}>
              {skill.title}
            </a>
            <p className="text-ink-soft text-sm">
              <ReviewMark review={skill.review} technology={skill.reviewed_technology} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
