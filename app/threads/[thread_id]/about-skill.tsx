import { load } from "@/app/load";
import { pathOf } from "@/components/path-of";
import { getSubject } from "@/lib/domain/threads/skill-questions";

/** The skill that a thread is about, if it was opened from a skill's page. */
export async function AboutSkill({ thread_id }: { thread_id: string }) {
  const { value } = await load((ctx) => getSubject(ctx, { thread_id }));
  if (!value) return null;
  return (
    <p className="mt-3 text-base text-ink-soft">
      About the skill{" "}
      <a dir="auto" className="link" href={pathOf(value.canonical_url)}>
        {value.title}
      </a>
    </p>
  );
}
