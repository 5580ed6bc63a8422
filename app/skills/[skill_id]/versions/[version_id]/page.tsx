import type { Metadata } from "next";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { Content } from "@/app/skills/[skill_id]/content";
import { loadVersion } from "@/app/skills/[skill_id]/load-skill";
import { type Opened, openSkill, type Query } from "@/app/skills/[skill_id]/open-skill";
import { Unreadable } from "@/app/skills/[skill_id]/withdrawn";
import { withReader } from "@/components/skills/with-reader";
import { Callout } from "@/components/ui/callout";
import type { SkillVersion } from "@/lib/contract/public/resources";

type Props = { params: Promise<{ skill_id: string; version_id: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { skill_id, version_id } = await params;
  const { problem, value } = await loadVersion(skill_id, version_id);
  if (problem) return unreadableMetadata(problem);
  const { title, ordinal, description } = value.data;
  return pageMetadata(`/skills/${skill_id}/versions/${version_id}`, {
    title: `${title} (version ${ordinal})`,
    description,
    card: { path: `/skills/${skill_id}/card.png?v=${version_id}`, alt: `Skill: ${title}` },
  });
}

export default async function VersionPage({ params, searchParams }: Props) {
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
      version={value.data}
      notice={<Notice version={value.data} opened={opened.value} />}
    />
  );
}

function Notice({ version, opened: { subject, versions } }: { version: SkillVersion; opened: Opened }) {
  const selected = versions.find(({ is_selected }) => is_selected);
  const href = withReader(`/skills/${subject.skill_id}/${subject.slug}`, subject.reader);
  if (version.is_selected) {
    return (
      <Callout>
        The permanent address of version {version.ordinal}.{" "}
        <a className="link" href={href}>
          The skill&rsquo;s own page
        </a>{" "}
        follows the selected version.
      </Callout>
    );
  }
  return (
    <Callout
      tone="amber"
      title={version.is_candidate ? "A candidate: nobody has selected it yet" : "An earlier version"}
    >
      {selected ? (
        <>
          Version {selected.ordinal} is the selected one:{" "}
          <a className="link" href={href}>
            {selected.title}
          </a>
          .
        </>
      ) : (
        "No version of this skill is selected at the moment."
      )}
    </Callout>
  );
}
