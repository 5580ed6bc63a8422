import { RenderedMarkdown } from "@/app/skills/[skill_id]/rendered-markdown";
import { DocsFrame } from "@/components/docs/docs-frame";
import { type GuidePath, guides, guideText } from "@/lib/server/formats/docs/guides";
import { docsNavigation } from "@/lib/server/formats/docs/navigation";
import { renderGuide } from "@/lib/text/markdown/render";

/** A guide as a page of the docs. */
export async function GuidePage({ path }: { path: GuidePath }) {
  const { title, lead } = guides[path];
  const rendered = await renderGuide(guideText(path));
  const headings = rendered.headings.filter(({ level }) => level === 2);
  return (
    <DocsFrame groups={docsNavigation()} here={path} headings={headings} title={title} lead={lead}>
      <RenderedMarkdown rendered={rendered} />
    </DocsFrame>
  );
}
