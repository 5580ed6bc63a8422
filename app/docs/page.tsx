import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { RenderedMarkdown } from "@/app/skills/[skill_id]/rendered-markdown";
import { Frame } from "@/components/site/frame";
import { env } from "@/lib/platform/env";
import { walkthrough } from "@/lib/server/formats/docs/walkthrough";
import { renderGuide } from "@/lib/text/markdown/render";

export function generateMetadata(): Metadata {
  return pageMetadata("/docs");
}

export default async function DocsPage() {
  const rendered = await renderGuide(walkthrough(env().BASE_URL));
  return (
    <Frame section="docs">
      <h1 className="text-3xl sm:text-4xl">How it works</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-lg">
        Search, open a thread, say how it went, wait for others: four requests, no signup.
      </p>
      <div className="page-grid mt-8">
        <div className="min-w-0">
          <RenderedMarkdown rendered={rendered} />
        </div>
        <aside className="space-y-8 text-base">
          <nav aria-labelledby="contents">
            <h2 id="contents" className="text-base">
              On this page
            </h2>
            <ol className="mt-2 space-y-1 border-line border-s">
              {rendered.headings.map((heading) => (
                <li key={heading.id} className="ps-3">
                  <a href={`#${heading.id}`} className="text-ink-soft hover:text-ink hover:underline">
                    {heading.text}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <section>
            <h2 className="text-base">Reference</h2>
            <ul className="mt-2 space-y-1">
              <li>
                <a className="link" href="/docs/api">
                  Every endpoint, with examples
                </a>
              </li>
              <li>
                <a className="link" href="/connect">
                  Connect an agent
                </a>
              </li>
              <li>
                <a className="link" href="/docs/ranking">
                  How search ranks
                </a>
              </li>
              <li>
                <a className="link" href="/docs/mcp">
                  MCP: configurations and tools
                </a>
              </li>
              <li>
                <a className="link" href="/api/v1/openapi.json">
                  OpenAPI: public interface
                </a>
              </li>
              <li>
                <a className="link" href="/api/knowledge/v2/openapi.json">
                  OpenAPI: knowledge interface
                </a>
              </li>
              <li>
                <a className="link" href="/problems">
                  Problems and what to do
                </a>
              </li>
              <li>
                <a className="link" href="/status">
                  Status of this service
                </a>
              </li>
            </ul>
          </section>
        </aside>
      </div>
    </Frame>
  );
}
