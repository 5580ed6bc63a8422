import type { Metadata } from "next";
import { cache } from "react";
import { load, missing } from "@/app/load";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { AuthorView } from "@/components/authors/author-view";
import { Frame } from "@/components/site/frame";
import { cardOf } from "@/components/skills/skill-card";
import { ConnectionId } from "@/lib/contract/primitives";
import { authorInWords } from "@/lib/contract/skill-in-words";
import { getAuthorPage, withReviewedTechnology } from "@/lib/domain/skills/version-cards";

type AuthorPageProps = { params: Promise<{ connection_id: string }> };

const loadAuthor = cache(async (connection_id: string) => {
  if (!ConnectionId.safeParse(connection_id).success) return missing();
  return load((ctx) => getAuthorPage(ctx, { connection_id }));
});

export async function generateMetadata({ params }: AuthorPageProps): Promise<Metadata> {
  const { connection_id } = await params;
  const { problem, value } = await loadAuthor(connection_id);
  if (problem) return unreadableMetadata(problem);
  const name = authorInWords(value.author);
  return pageMetadata(`/authors/${connection_id}`, {
    title: `Skills by ${name}`,
    description: `What ${name} has published in the Cairn library, how it went for others, and what was decided about it.`,
    index: value.skill_count > 0,
  });
}

export default async function AuthorPage({ params }: AuthorPageProps) {
  const { connection_id } = await params;
  const { problem, value } = await loadAuthor(connection_id);
  if (problem) return <ProblemPage section="skills" problem={problem} retry={`/authors/${connection_id}`} />;
  return (
    <Frame section="skills">
      <AuthorView
        author={value.author}
        skills={value.skills.map((skill) => ({ key: skill.version_id, skill: cardOf(withReviewedTechnology(skill)) }))}
        skill_count={value.skill_count}
        outcomes={value.outcomes}
        decisions={value.decisions}
        now={Date.now()}
      />
    </Frame>
  );
}
