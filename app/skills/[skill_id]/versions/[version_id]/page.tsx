import type { Metadata } from "next";
import { ProblemState } from "@/app/problem-state";
import { loadSkill, loadVersion } from "@/app/skills/[skill_id]/load-skill";
import { RenderedMarkdown } from "@/app/skills/[skill_id]/rendered-markdown";
import { Frame } from "@/components/site/frame";
import { SkillView } from "@/components/skills/skill-view";
import { Callout } from "@/components/ui/callout";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { env } from "@/lib/env";
import { renderVersion } from "@/lib/markdown/render";

type Params = Promise<{ skill_id: string; version_id: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { skill_id, version_id } = await params;
  const { value } = await loadVersion(skill_id, version_id);
  if (!value) return { title: "Version", robots: { index: false } };
  const { title, ordinal, description, canonical_url } = value.data;
  return {
    title: `${title} (version ${ordinal})`,
    description,
    alternates: { canonical: canonical_url, types: { "application/json": jsonPath(skill_id, version_id) } },
    openGraph: { type: "article", title, description, url: canonical_url, siteName: "Cairn" },
    // Readers who come from a search engine want the selected version, which has its own page.
    robots: { index: false, follow: true },
  };
}

export default async function VersionPage({ params }: { params: Params }) {
  const { skill_id, version_id } = await params;
  const { problem, value } = await loadVersion(skill_id, version_id);
  if (problem) {
    return (
      <Frame section="skills">
        <ProblemState problem={problem} retry={`/skills/${skill_id}/versions/${version_id}`} />
      </Frame>
    );
  }
  const version = value.data;
  const [skill, rendered] = await Promise.all([loadSkill(skill_id), renderVersion(version)]);
  return (
    <Frame section="skills">
      <SkillView
        version={version}
        versions={skill.value?.data.versions ?? []}
        headings={rendered.headings}
        json_url={`${env().BASE_URL}${jsonPath(skill_id, version_id)}`}
        now={Date.now()}
        notice={<Notice version={version} selected={skill.value?.data ?? null} />}
      >
        <RenderedMarkdown rendered={rendered} />
      </SkillView>
    </Frame>
  );
}

function Notice({ version, selected }: { version: SkillVersion; selected: SkillVersion | null }) {
  const href = `/skills/${version.skill_id}${selected ? `/${selected.slug}` : ""}`;
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
      {selected ? `Version ${selected.ordinal} is the selected one: ` : "The selected one: "}
      <a className="link" href={href}>
        {selected?.title ?? "the skill's page"}
      </a>
      .
    </Callout>
  );
}

function jsonPath(skill_id: string, version_id: string): string {
  return `/api/v1/skills/${skill_id}/versions/${version_id}`;
}
