import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import type { Query } from "@/app/load";
import { pageMetadata, StructuredData, unreadableMetadata } from "@/app/page-metadata";
import { Content } from "@/app/skills/[skill_id]/content";
import { loadAuthor, loadShown, parametersOf, readerIn } from "@/app/skills/[skill_id]/load-skill";
import { Unreadable } from "@/app/skills/[skill_id]/skill-page";
import { address } from "@/components/address";
import { ChoiceNotice } from "@/components/skills/versions";
import { skillData } from "@/lib/server/formats/structured-data";

type SkillPageProps = { params: Promise<{ skill_id: string; slug: string }>; searchParams: Promise<Query> };

/** The metadata of a reader's version is that of its permalink, which has the same content. */
export async function generateMetadata({ params, searchParams }: SkillPageProps): Promise<Metadata> {
  const { skill_id } = await params;
  const { problem, value } = await loadShown(skill_id, readerIn(await searchParams));
  if (problem) return unreadableMetadata(problem);
  const { skill, version, isOther } = value;
  const { title, description, ordinal, version_id, quarantine } = version;
  return pageMetadata(`/skills/${skill_id}/${isOther ? `versions/${version_id}` : skill.slug}`, {
    title: isOther ? `${title} (version ${ordinal})` : title,
    description,
    index: quarantine === null,
    card: { path: `/skills/${skill_id}/card.png?v=${version_id}`, alt: `Skill: ${title}` },
  });
}

export default async function SkillPage({ params, searchParams }: SkillPageProps) {
  const { skill_id, slug } = await params;
  const query = await searchParams;
  const reader = readerIn(query);
  const { problem, value } = await loadShown(skill_id, reader);
  if (problem) {
    const retry = address(`/skills/${skill_id}/${slug}`, reader);
    return <Unreadable problem={problem} place={{ skill_id, slug }} tab="content" query={query} retry={retry} />;
  }
  const { skill, version, choice, isOther } = value;
  if (slug !== skill.slug) permanentRedirect(address(`/skills/${skill_id}/${skill.slug}`, parametersOf(query)));
  const { title, version_id } = version;
  const subject = {
    ...{ skill_id, slug, title, version_id, reader },
    is_permalink: false,
    is_chosen: isOther,
    version_count: skill.versions.length,
  };
  const notice = choice && <ChoiceNotice choice={choice} reader={reader} versions={skill.versions} />;
  return (
    <>
      {!isOther && <SkillData skill={skill} />}
      <Content opened={{ subject, versions: skill.versions }} version={version} notice={notice} />
    </>
  );
}

/** Renders nothing if the author is temporarily unavailable, because incomplete data would be wrong. */
async function SkillData({ skill }: { skill: Parameters<typeof skillData>[0] }) {
  const { value } = await loadAuthor(skill.skill_id, skill.version_id);
  return value && <StructuredData data={skillData(skill, value.author)} />;
}
