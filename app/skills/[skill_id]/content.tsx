import type { ReactNode } from "react";
import { load } from "@/app/load";
import { RenderedMarkdown } from "@/app/rendered-markdown";
import { loadAuthor, loadUsage, type Opened } from "@/app/skills/[skill_id]/load-skill";
import { AuthorLink } from "@/components/author-name";
import { SkillFigures } from "@/components/site/charts";
import { Frame } from "@/components/site/frame";
import { FileBox } from "@/components/skills/files";
import { OriginLine } from "@/components/skills/origin";
import { Needs, Questions } from "@/components/skills/questions";
import { SkillHead } from "@/components/skills/skill-head";
import { InstallBox, SkillSummary } from "@/components/skills/skill-summary";
import { tabPath } from "@/components/skills/skill-tabs";
import { SkillView, type VersionData } from "@/components/skills/skill-view";
import { WaitingNotice } from "@/components/skills/versions";
import { FollowLinks } from "@/components/ui/pager";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { listSolvedQuestions } from "@/lib/domain/skills/get-skill";
import { isSameTechnology, judgeFit, technologiesNamed, understood } from "@/lib/domain/skills/reader";
import { getSkillFigures } from "@/lib/domain/skills/skill-usage";
import { listRelated, reviewedTechnology } from "@/lib/domain/skills/version-cards";
import { fileLinksOf } from "@/lib/domain/skills/version-texts";
import { listSkillQuestions } from "@/lib/domain/threads/posts";
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
  const links = fileLinksOf(version, "SKILL.md");
  const [rendered, usage, figures, asked, written, related, questions, solved] = await Promise.all([
    renderVersion(version, links),
    loadUsage(version.skill_id, version.version_id),
    load((ctx) => getSkillFigures(ctx, version)),
    load(() => understood(subject.reader)),
    loadAuthor(version.skill_id, version.version_id),
    load((ctx) => listRelated(ctx, version)),
    load((ctx) => listSkillQuestions(ctx, version)),
    load((ctx) => listSolvedQuestions(ctx, version)),
  ]);
  const author = written.value?.author ?? null;
  const technologies = technologiesNamed(version, versions);
  const { is_permalink, is_chosen = false } = subject;
  const { technology } = subject.reader;
  // The reader's name for a technology may differ from the skill's; the form offers the skill's.
  const named = technology && technologies.find((one) => isSameTechnology(one, technology));
  const reader = { ...subject.reader, technology: named ?? technology };
  const facts = factsOf(version);
  const fit = asked.value && judgeFit(version, versions, asked.value.entries);
  const now = Date.now();
  return (
    <Frame section="skills">
      <article>
        <SkillView
          subject={{ ...subject, reader }}
          version={facts}
          technologies={technologies}
          fit={fit}
          headings={rendered.headings}
          usage={usage.value}
          related={related.value ?? []}
          now={now}
          head={
            <SkillHead
              key="head"
              subject={subject}
              tab="content"
              versions={versions}
              description={version.description}
              origin={<OriginLine origin={version.origin} author={author && <AuthorLink author={author} />} />}
              notice={
                version.quarantine ? (
                  <WaitingNotice
                    quarantine={version.quarantine}
                    appeal={`${apiUrl(version.skill_id, version.version_id)}/appeal`}
                  />
                ) : (
                  notice
                )
              }
            >
              <SkillSummary
                version={facts}
                reader={reader}
                fit={fit}
                license={version.origin?.license ?? null}
                now={now}
              />
              <InstallBox
                install={installOf({ ...opened, subject: { ...subject, is_permalink: is_permalink || is_chosen } })}
              />
            </SkillHead>
          }
        >
          <FileBox files={version.files} files_page={links.files_page} />
          <div className={version.files.length > 0 ? "mt-6" : ""}>
            <RenderedMarkdown rendered={rendered} />
          </div>
        </SkillView>
        <Needs stated={version.questions} solved={solved.value ?? []} now={now} />
        {/* The way to ask stays when the questions cannot be read. */}
        <Questions questions={questions.value ?? []} ask={tabPath(subject, "ask")} />
        {figures.value && <SkillFigures figures={figures.value} />}
        <FollowLinks path={`/skills/${version.skill_id}/feed`} what="this skill" />
      </article>
    </Frame>
  );
}

/** Props of client components are sent over the network. The text is already there, rendered, so it is left out. */
function factsOf(version: SkillVersion): VersionData {
  const { applicability, review, outcomes, risk_labels } = version;
  const { public_references, canonical_url, content_sha256, created_at, freshness } = version;
  return {
    ...{ applicability, review, outcomes, risk_labels },
    reviewed_technology: reviewedTechnology(version),
    ...{ public_references, canonical_url, content_sha256, created_at, freshness },
  };
}

function installOf({ subject }: Opened) {
  const { skill_id, slug, version_id, is_permalink } = subject;
  const skill = `${env().BASE_URL}/skills/${skill_id}`;
  const source_url = is_permalink ? versionUrl(skill_id, version_id) : skill;
  return {
    source_url,
    client_url: `${env().BASE_URL}/client.tgz`,
    added: is_permalink ? source_url : skill_id,
    is_pinned: is_permalink,
    file_url: `${source_url}/SKILL.md`,
    json_url: apiUrl(skill_id, is_permalink ? version_id : null),
    badge_url: `${skill}/badge.svg`,
    page_url: skillUrl(skill_id, slug),
  };
}
