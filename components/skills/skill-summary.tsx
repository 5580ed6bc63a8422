import type { ReactNode } from "react";
import type { Reader } from "@/components/address";
import { appliesTo } from "@/components/skills/applicability";
import { outcomesInWords, ReviewMark } from "@/components/skills/evidence";
import { type Fit, fitInWords } from "@/components/skills/fit-box";
import type { VersionData } from "@/components/skills/skill-view";
import { CopyTabs } from "@/components/ui/copy-box";
import { RelativeTime } from "@/components/ui/relative-time";

/** What to know before reading, in one line: fit, review, outcomes, age and licence. */
export function SkillSummary({
  version,
  reader,
  fit,
  license,
  now,
}: {
  version: VersionData;
  reader: Reader;
  fit: Fit | null;
  license: string | null;
  now: number;
}) {
  const { applicability, review, reviewed_technology, outcomes, created_at } = version;
  return (
    <ul aria-label="Summary" className="mt-3 flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-ink-soft text-sm">
      <Fact>{fit && reader.technology ? fitInWords(fit, reader) : <bdi>{appliesTo(applicability)}</bdi>}</Fact>
      <Fact>
        <ReviewMark review={review} technology={reviewed_technology} />
      </Fact>
      <Fact>{outcomesInWords(outcomes) || "No outcomes yet"}</Fact>
      <Fact>
        Updated <RelativeTime at={created_at} now={now} />
      </Fact>
      <Fact>
        {license ? (
          <>
            Licence <bdi>{license}</bdi>
          </>
        ) : (
          "No licence stated"
        )}
      </Fact>
    </ul>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return <li className="min-w-0">{children}</li>;
}

type Install = {
  /** The argument of `npx skills add`: the URL that contains the skill's index. */
  source_url: string;
  /** The package of the command line of this service, and what its `add` is told: the skill, or one of its versions. */
  client_url: string;
  added: string;
  is_pinned: boolean;
  /** The SKILL.md of the shown version. */
  file_url: string;
  json_url: string;
  badge_url: string;
  page_url: string;
};

/** How to install a skill: the line for skill installers first, then the manual ways. */
export function InstallBox({ install }: { install: Install }) {
  return (
    <section aria-labelledby="install" className="no-print mt-4 min-w-0">
      <h2 id="install" className="sr-only">
        Install
      </h2>
      <CopyTabs
        label="Ways to install this skill"
        id="installer"
        tabs={[
          { name: "npx skills", text: `npx skills add ${install.source_url}`, what: "the install command" },
          {
            name: "cairn",
            text: `npx ${install.client_url} add ${install.added}`,
            what: "the command of this service that adds the skill to a project",
            note: (
              <>
                {install.is_pinned
                  ? "In the folder of your project: this version, if it fits."
                  : "In the folder of your project: the version that fits what it uses."}{" "}
                <a className="link" href="/docs/client">
                  Command line
                </a>
              </>
            ),
          },
          { name: "curl", text: `curl -s ${install.file_url}`, what: "the command that prints the file" },
          {
            name: "JSON",
            text: `curl -s ${install.json_url}`,
            what: "the command for JSON",
            note: "With the markdown, its SHA-256 and everything on this page.",
          },
          {
            name: "Badge",
            text: `[![Cairn](${install.badge_url})](${install.page_url})`,
            what: "the badge in markdown",
            note: (
              // biome-ignore lint/performance/noImgElement: an SVG of our own, as others embed it.
              <img
                src={new URL(install.badge_url).pathname}
                alt="The badge of this skill"
                height={20}
                className="h-5"
                loading="lazy"
              />
            ),
          },
        ]}
      />
    </section>
  );
}
