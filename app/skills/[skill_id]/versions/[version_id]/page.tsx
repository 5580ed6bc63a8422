import type { Metadata } from "next";
import type { Query } from "@/app/load";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { Content } from "@/app/skills/[skill_id]/content";
import { loadVersion, openSkill } from "@/app/skills/[skill_id]/load-skill";
import { Unreadable } from "@/app/skills/[skill_id]/skill-page";
import { VersionNotice } from "@/components/skills/versions";

type VersionPageProps = { params: Promise<{ skill_id: string; version_id: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: VersionPageProps): Promise<Metadata> {
  const { skill_id, version_id } = await params;
  const { problem, value } = await loadVersion(skill_id, version_id);
  if (problem) return unreadableMetadata(problem);
  const { title, ordinal, description, quarantine } = value;
  return pageMetadata(`/skills/${skill_id}/versions/${version_id}`, {
    title: `${title} (version ${ordinal})`,
    description,
    index: quarantine === null,
    card: { path: `/skills/${skill_id}/card.png?v=${version_id}`, alt: `Skill: ${title}` },
  });
}

export default async function VersionPage({ params, searchParams }: VersionPageProps) {
  const place = await params;
  const query = await searchParams;
  const { problem, value } = await loadVersion(place.skill_id, place.version_id);
  const opened = problem ? null : await openSkill(place, "content", query);
  const obstacle = problem ?? opened?.problem;
  if (obstacle) {
    const retry = `/skills/${place.skill_id}/versions/${place.version_id}`;
    return <Unreadable problem={obstacle} place={place} tab="content" query={query} retry={retry} />;
  }
  if (!value || !opened?.value) return null;
  return (
    <Content
      opened={opened.value}
      version={value}
      notice={<VersionNotice subject={opened.value.subject} versions={opened.value.versions} />}
    />
  );
}
