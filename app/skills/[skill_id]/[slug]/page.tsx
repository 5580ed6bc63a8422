import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { load, parameter } from "@/app/load";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { Content } from "@/app/skills/[skill_id]/content";
import { loadSkill } from "@/app/skills/[skill_id]/load-skill";
import { type Query, readerOf } from "@/app/skills/[skill_id]/open-skill";
import { Unreadable } from "@/app/skills/[skill_id]/withdrawn";
import { StructuredData } from "@/app/structured-data";
import { address } from "@/components/address";
import { getAuthor } from "@/lib/domain/skills/get-author";
import { skillData } from "@/lib/server/formats/structured-data";

type Props = { params: Promise<{ skill_id: string; slug: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { skill_id } = await params;
  const { problem, value } = await loadSkill(skill_id);
  if (problem) return unreadableMetadata(problem);
  const { title, description, slug, version_id } = value.data;
  return pageMetadata(`/skills/${skill_id}/${slug}`, {
    title,
    description,
    card: { path: `/skills/${skill_id}/card.png?v=${version_id}`, alt: `Skill: ${title}` },
  });
}

export default async function SkillPage({ params, searchParams }: Props) {
  const { skill_id, slug } = await params;
  const query = await searchParams;
  const { problem, value } = await loadSkill(skill_id);
  if (problem) {
    const retry = `/skills/${skill_id}/${slug}`;
    return <Unreadable problem={problem} place={{ skill_id, slug }} tab="content" query={query} retry={retry} />;
  }
  const skill = value.data;
  const reader = readerOf(query);
  if (slug !== skill.slug) permanentRedirect(address(`/skills/${skill_id}/${skill.slug}`, given(query)));
  const { title, version_id, versions } = skill;
  const subject = {
    ...{ skill_id, slug, title, version_id, reader },
    is_permalink: false,
    version_count: versions.length,
  };
  return (
    <>
      <SkillData skill={skill} />
      <Content opened={{ subject, versions }} version={skill} />
    </>
  );
}

/** Renders nothing if the author is temporarily unavailable, because incomplete data would be wrong. */
async function SkillData({ skill }: { skill: Parameters<typeof skillData>[0] }) {
  const { value } = await load((ctx) => getAuthor(ctx, skill));
  return value && <StructuredData data={skillData(skill, value.author)} />;
}

function given(query: Query): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, parameter(value)]));
}
