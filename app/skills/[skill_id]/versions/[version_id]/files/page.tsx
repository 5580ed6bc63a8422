import type { Metadata } from "next";
import { load, parameter, type Query } from "@/app/load";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { RenderedMarkdown } from "@/app/rendered-markdown";
import { loadVersion, openSkill } from "@/app/skills/[skill_id]/load-skill";
import { SkillPage } from "@/app/skills/[skill_id]/skill-page";
import { FileView } from "@/components/skills/files";
import { fileLinksOf, isMarkdownFile, readTextFile } from "@/lib/domain/skills/version-texts";
import { Problem } from "@/lib/platform/errors";
import { renderFile } from "@/lib/text/markdown/render";

type FilesPageProps = { params: Promise<{ skill_id: string; version_id: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: FilesPageProps): Promise<Metadata> {
  const place = await params;
  const { problem, value: version } = await loadVersion(place.skill_id, place.version_id);
  if (problem) return unreadableMetadata(problem);
  return pageMetadata(`/skills/${place.skill_id}/versions/${place.version_id}/files`, {
    title: `Files: ${version.title} (version ${version.ordinal})`,
    description: `The files beside the text of a skill in the Cairn library: ${version.title}.`,
    card: { path: `/skills/${place.skill_id}/card.png`, alt: `Skill: ${version.title}` },
  });
}

/** The files of a version; with `path` the content of one of them. */
export default async function FilesPage({ params, searchParams }: FilesPageProps) {
  const place = await params;
  const query = await searchParams;
  const { problem, value: version } = await loadVersion(place.skill_id, place.version_id);
  const path = parameter(query.path);
  const file = version?.files.find((one) => one.path === path) ?? null;
  const obstacle =
    problem ?? (path !== undefined && !file ? new Problem("not_found", { detail: "No file has this path." }) : null);
  if (obstacle || !version) return <ProblemPage section="skills" problem={obstacle ?? new Problem("not_found")} />;
  const content = file ? await load(() => readTextFile(version, file.path)) : null;
  if (content?.problem) return <ProblemPage section="skills" problem={content.problem} />;
  const text = content?.value ?? null;
  const links = fileLinksOf(version, file?.path ?? "SKILL.md");
  const rendered =
    file && text !== null && isMarkdownFile(file.path) ? await renderFile(file.sha256, text, links) : null;
  return (
    <SkillPage opened={await openSkill(place, "content", {})} tab="content">
      {() => (
        <FileView files={version.files} files_page={links.files_page} version_page={links.page} file={file} text={text}>
          {rendered && <RenderedMarkdown rendered={rendered} />}
        </FileView>
      )}
    </SkillPage>
  );
}
