import type { Metadata } from "next";
import type { ReactNode } from "react";
import { load, parameter, type Query } from "@/app/load";
import { ProblemState } from "@/app/problem-state";
import {
  loadDecisions,
  loadProvenance,
  loadSkill,
  loadVersion,
  type Opened,
  openSkill,
  type SkillParams,
} from "@/app/skills/[skill_id]/load-skill";
import { SkillPage, Unreadable, viewMetadata } from "@/app/skills/[skill_id]/skill-page";
import { address } from "@/components/address";
import { DecisionList } from "@/components/skills/decisions";
import { Checks, Provenance as ProvenanceView, UsedIn } from "@/components/skills/provenance";
import { RawFile } from "@/components/skills/raw-file";
import { type SkillTab, tabPath } from "@/components/skills/skill-tabs";
import { Pager } from "@/components/ui/pager";
import { findingsOfVersion } from "@/lib/domain/skills/version-texts";
import { selectedSkillFile, versionSkillFile } from "@/lib/server/formats/skill-files";
import { unseenIn } from "@/lib/text/markdown/render";

/** The exports of the pages that show a view of one version, at the address of a skill and of a version. */
export const views = {
  decisions: viewPage("decisions", "Decisions", (skill, query) => <Decisions opened={skill} query={query} />),
  provenance: viewPage("provenance", "Provenance", (skill) => <Provenance opened={skill} />),
  raw: {
    async generateMetadata({ params }: PageProps): Promise<Metadata> {
      return viewMetadata(await params, "raw", "Raw");
    },
    async Page({ params, searchParams }: PageProps) {
      return rawPage(await params, await searchParams);
    },
  },
};

type PageProps = { params: Promise<SkillParams>; searchParams: Promise<Query> };

/** Exports of a page with one view of a skill, for both the slug URL and the version permalink. */
function viewPage(tab: SkillTab, name: string, show: (skill: Opened, query: Query) => ReactNode) {
  return {
    async generateMetadata({ params }: PageProps): Promise<Metadata> {
      return viewMetadata(await params, tab, name);
    },
    async Page({ params, searchParams }: PageProps) {
      const query = await searchParams;
      const opened = await openSkill(await params, tab, query);
      return (
        <SkillPage opened={opened} tab={tab}>
          {(skill) => show(skill, query)}
        </SkillPage>
      );
    },
  };
}

/** The decisions about a skill, or about the version of a permalink, and their deciders. */
async function Decisions({ opened: { subject, versions }, query }: { opened: Opened; query: Query }) {
  const { skill_id, version_id, is_permalink } = subject;
  const path = tabPath(subject, "decisions");
  const cursor = parameter(query.cursor);
  const ref = is_permalink
    ? { kind: "skill_version" as const, skill_id, version_id }
    : { kind: "skill" as const, skill_id };
  const { problem, value } = await loadDecisions(ref, cursor);
  if (problem) return <ProblemState problem={problem} retry={path} />;
  return (
    <>
      <DecisionList
        decisions={value.items}
        versions={versions}
        what={is_permalink ? "version" : "skill"}
        now={Date.now()}
      />
      <Pager
        what="decisions"
        next={value.next_cursor && address(path, { cursor: value.next_cursor })}
        first={cursor ? path : null}
      />
    </>
  );
}

/** A version's source, its passed checks, and its uses. A withdrawn version is shown as withdrawn, without its text. */
async function Provenance({ opened: { subject, versions } }: { opened: Opened }) {
  const { skill_id, version_id } = subject;
  const [{ problem, value }, version] = await Promise.all([
    loadProvenance({ kind: "skill_version", skill_id, version_id }),
    loadVersion(skill_id, version_id),
  ]);
  if (problem) return <ProblemState problem={problem} retry={tabPath(subject, "provenance")} />;
  const findings = version.value ? await findingsOfVersion(version.value) : null;
  const now = Date.now();
  return (
    <div className="page-column space-y-10">
      <ProvenanceView
        provenance={value}
        base={versions.find((one) => one.version_id === value.base_version_id) ?? null}
        sha256={version.value?.content_sha256 ?? null}
      />
      <Checks findings={findings} title={subject.title} />
      <UsedIn uses={value.used_in} now={now} />
    </div>
  );
}

/** The file byte for byte, as an agent reads it. Marks text that the rendered page does not show. */
async function rawPage(place: SkillParams, query: Query) {
  const { skill_id, version_id } = place;
  const version = version_id ? await loadVersion(skill_id, version_id) : await loadSkill(skill_id);
  const file = version.problem
    ? version
    : await load(() => (version_id ? versionSkillFile(skill_id, version_id) : selectedSkillFile(skill_id)));
  const problem = version.problem ?? file.problem;
  if (problem)
    return <Unreadable problem={problem} place={place} tab="raw" query={query} retry={`/skills/${skill_id}`} />;
  if (!version.value || !file.value || !("text" in file.value)) return null;
  const { version_id: shown, markdown } = version.value;
  const { text } = file.value;
  const body = `${markdown.trimEnd()}\n`;
  const path = version_id ? `/skills/${skill_id}/versions/${version_id}/SKILL.md` : `/skills/${skill_id}/SKILL.md`;
  const unseen = await unseenIn(shown, body);
  return (
    <SkillPage opened={await openSkill(place, "raw", query)} tab="raw">
      {() => (
        <RawFile
          head={text.slice(0, text.length - body.length)}
          body={body}
          unseen={unseen}
          path={path}
          bytes={Buffer.byteLength(text)}
        />
      )}
    </SkillPage>
  );
}
