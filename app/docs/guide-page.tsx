import type { ReactNode } from "react";
import { RenderedMarkdown } from "@/app/rendered-markdown";
import { DocsFrame, type DocsHeading } from "@/components/docs/docs-frame";
import { docsNavigation, type GuidePath, guides, guideText } from "@/lib/server/formats/docs/guides";
import { renderGuide } from "@/lib/text/markdown/render";

type GuidePageProps = {
  path: GuidePath;
  /** Above the text. */
  before?: ReactNode;
  /** A last section below the text. */
  last?: DocsHeading & { content: ReactNode };
};

/** A guide as a page of the docs. */
export async function GuidePage({ path, before, last }: GuidePageProps) {
  const { title, lead } = guides[path];
  const rendered = await renderGuide(guideText(path));
  const headings = rendered.headings.filter(({ level }) => level === 2);
  return (
    <DocsFrame
      groups={docsNavigation()}
      here={path}
      headings={last ? [...headings, last] : headings}
      title={title}
      lead={lead}
    >
      {before}
      <RenderedMarkdown rendered={rendered} />
      {last && (
        <section aria-labelledby={last.id}>
          <h2 id={last.id} className="mt-12 mb-3 scroll-mt-6 text-2xl">
            {last.text}
          </h2>
          {last.content}
        </section>
      )}
    </DocsFrame>
  );
}
