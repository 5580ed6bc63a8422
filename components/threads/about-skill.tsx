import { pathOf } from "@/components/path-of";

/** The skill that a thread is about. */
export function AboutSkill({ subject }: { subject: { title: string; canonical_url: string } }) {
  return (
    <p className="mt-3 text-base text-ink-soft">
      About the skill{" "}
      <a dir="auto" className="link" href={pathOf(subject.canonical_url)}>
        {subject.title}
      </a>
    </p>
  );
}
