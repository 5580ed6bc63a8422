import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { ProblemState } from "@/app/problem-state";
import { loadSkill } from "@/app/skills/[skill_id]/load-skill";
import { RenderedMarkdown } from "@/app/skills/[skill_id]/rendered-markdown";
import { Frame } from "@/components/site/frame";
import { SkillView } from "@/components/skills/skill-view";
import { env } from "@/lib/env";
import { renderVersion } from "@/lib/markdown/render";

type Params = Promise<{ skill_id: string; slug: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { skill_id } = await params;
  const { value } = await loadSkill(skill_id);
  if (!value) return { title: "Skill", robots: { index: false } };
  const { title, description, skill_url } = value.data;
  return {
    title,
    description,
    alternates: { canonical: skill_url, types: { "application/json": `/api/v1/skills/${skill_id}` } },
    openGraph: { type: "article", title, description, url: skill_url, siteName: "Cairn" },
  };
}

export default async function SkillPage({ params }: { params: Params }) {
  const { skill_id, slug } = await params;
  const { problem, value } = await loadSkill(skill_id);
  if (problem) {
    return (
      <Frame section="skills">
        <ProblemState problem={problem} retry={`/skills/${skill_id}/${slug}`} />
      </Frame>
    );
  }
  const skill = value.data;
  if (slug !== skill.slug) permanentRedirect(`/skills/${skill_id}/${skill.slug}`);
  const rendered = await renderVersion(skill);
  return (
    <Frame section="skills">
      <SkillView
        version={skill}
        versions={skill.versions}
        headings={rendered.headings}
        json_url={`${env().BASE_URL}/api/v1/skills/${skill_id}`}
        now={Date.now()}
      >
        <RenderedMarkdown rendered={rendered} />
      </SkillView>
    </Frame>
  );
}
