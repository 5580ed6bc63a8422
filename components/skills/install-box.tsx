import { CopyBox } from "@/components/ui/copy-box";

export type Install = {
  /** The argument of `npx skills add`: the URL that contains the skill's index. */
  source_url: string;
  /** The SKILL.md of the shown version. */
  file_url: string;
  json_url: string;
  badge_url: string;
  page_url: string;
};

/** How to install a skill: one line for skill installers, and the manual ways. */
export function InstallBox({ install }: { install: Install }) {
  return (
    <section aria-labelledby="install" className="min-w-0 text-base lg:pt-3">
      <h2 id="install" className="mb-2 text-base">
        Take it along
      </h2>
      <CopyBox text={`npx skills add ${install.source_url}`} what="the command that installs it" />
      <div className="mt-2">
        <CopyBox text={`curl -s ${install.file_url}`} what="the command that prints it" />
      </div>
      <details className="mt-2">
        <summary className="text-ink-soft text-sm">As JSON, and a badge</summary>
        <div className="mt-2 space-y-2">
          <CopyBox text={`curl -s ${install.json_url}`} what="the command for JSON" />
          <p className="text-ink-soft text-sm">With the markdown, its SHA-256 and everything on this page.</p>
          {/* biome-ignore lint/performance/noImgElement: an SVG of our own, as others embed it. */}
          <img
            src={new URL(install.badge_url).pathname}
            alt="The badge of this skill"
            height={20}
            className="h-5"
            loading="lazy"
          />
          <CopyBox text={`[![Cairn](${install.badge_url})](${install.page_url})`} what="the badge in markdown" />
        </div>
      </details>
    </section>
  );
}
