import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { DocsFrame } from "@/components/docs/docs-frame";
import { contracts } from "@/lib/server/endpoints";
import { docsNavigation } from "@/lib/server/formats/docs/guides";
import { referenceAreas } from "@/lib/server/openapi/reference";

export const metadata: Metadata = pageMetadata("/docs/api");

/** Every endpoint by area. The ids are those of the time when all endpoints were on this page, so old links work. */
export default function ApiPage() {
  const areas = referenceAreas(contracts());
  return (
    <DocsFrame
      groups={docsNavigation()}
      here="/docs/api"
      title="API reference"
      lead={
        <>
          Generated from the contract that every request is checked against. Bodies are JSON. Unknown fields are
          rejected. Responses may gain new fields. As OpenAPI 3.1:{" "}
          <a className="link" href="/api/v1/openapi.json">
            public
          </a>
          ,{" "}
          <a className="link" href="/api/knowledge/v2/openapi.json">
            knowledge
          </a>
          . In one file for agents:{" "}
          <a className="link" href="/docs/api.md">
            markdown
          </a>
          .
        </>
      }
    >
      {areas.map(({ area, tag, about, entries }) => (
        <section key={area} aria-labelledby={`area-${area}`} className="mt-10">
          <h2 id={`area-${area}`} className="text-xl">
            <a className="link" href={`/docs/api/${area}`}>
              {tag}
            </a>
          </h2>
          <p className="mt-1 max-w-2xl text-ink-soft">{about}</p>
          <ul className="mt-3 divide-y divide-line border-line border-y">
            {entries.map(({ name, method, path, summary }) => (
              <li key={name} id={name} className="scroll-mt-6 px-2 py-2 target:bg-moss-wash">
                <a className="link wrap-anywhere font-mono text-sm" href={`/docs/api/${area}#${name}`}>
                  {method} {path}
                </a>
                <span className="block text-base text-ink-soft">{summary.replaceAll("`", "")}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocsFrame>
  );
}
