import type { ReactNode } from "react";
import { load } from "@/app/load";
import { loadUsage } from "@/app/skills/[skill_id]/load-skill";
import type { Opened } from "@/app/skills/[skill_id]/open-skill";
import { RenderedMarkdown } from "@/app/skills/[skill_id]/rendered-markdown";
import { SkillQuestions } from "@/app/skills/[skill_id]/skill-questions";
import { AuthorLink } from "@/components/authors/author-link";
import { Frame } from "@/components/site/frame";
import { OriginLine } from "@/components/skills/origin";
import { SkillHead } from "@/components/skills/skill-head";
import { SkillView, type VersionData } from "@/components/skills/skill-view";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { getAuthor } from "@/lib/domain/skills/get-author";
import { isSameTechnology, judgeFit, technologiesNamed } from "@/lib/domain/skills/judge-fit";
import { understood } from "@/lib/domain/skills/reader";
import { reviewedTechnology } from "@/lib/domain/skills/reviewed-technology";
import { env } from "@/lib/platform/env";
import { apiUrl, skillUrl, versionUrl } from "@/lib/platform/urls";
import { renderVersion } from "@/lib/text/markdown/render";

/** The content of a skill or of one version. It reads everything that the page shows. */
export async function Content({
  opened,
  version,
  notice,
}: {
  opened: Opened;
  version: SkillVersion;
  notice?: ReactNode;
}) {
  const { subject, versions } = opened;
  const [rendered, usage, asked, written] = await Promise.all([
    renderVersion(version),
    loadUsage(version.skill_id, version.version_id),
    load(() => understood(subject.reader)),
    load((ctx) => getAuthor(ctx, version)),
  ]);
  const author = written.value?.author ?? null;
  const technologies = technologiesNamed(version, versions);
  const { is_permalink, is_chosen = false } = subject;
  const { technology } = subject.reader;
  // The reader's name for a technology may differ from the skill's; the form offers the skill's.
  const named = technology && technologies.find((one) => isSameTechnology(one, technology));
  const reader = { ...subject.reader, technology: named ?? technology };
  return (
    <Frame section="skills">
      <article>
        <SkillHead
          subject={subject}
          tab="content"
          versions={versions}
          description={version.description}
          origin={<OriginLine origin={version.origin} author={author && <AuthorLink author={author} />} />}
          notice={notice}
        />
        <SkillView
          subject={{ ...subject, reader }}
          version={factsOf(version)}
          technologies={technologies}
          fit={asked.value && judgeFit(version, versions, asked.value.entries)}
          install={installOf({ ...opened, subject: { ...subject, is_permalink: is_permalink || is_chosen } })}
          headings={rendered.headings}
          usage={usage.value}
          now={Date.now()}
        >
          <RenderedMarkdown rendered={rendered} />
        </SkillView>
        <SkillQuestions skill_id={subject.skill_id} slug={subject.slug} reader={subject.reader} />
      </article>
    </Frame>
  );
}

/** Props of client components are sent over the network. The text is already there, rendered, so it is left out. */
function factsOf(version: SkillVersion): VersionData {
  const { applicability, review, outcomes, risk_labels } = version;
  const { public_references, canonical_url, content_sha256, created_at } = version;
  return {
    ...{ applicability, review, outcomes, risk_labels },
    reviewed_technology: reviewedTechnology(version),
    ...{ public_references, canonical_url, content_sha256, created_at },
  };
}

function installOf({ subject }: Opened) {
  const { skill_id, slug, version_id, is_permalink } = subject;
  const skill = `${env().BASE_URL}/skills/${skill_id}`;
  const source_url = is_permalink ? versionUrl(skill_id, version_id) : skill;
  return {
    source_url,
    file_url: `${source_url}/SKILL.md`,
    json_url: apiUrl(skill_id, is_permalink ? version_id : null),
    badge_url: `${skill}/badge.svg`,
    page_url: skillUrl(skill_id, slug),
  };
}
