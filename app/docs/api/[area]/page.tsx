import type { Metadata } from "next";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { DocsFrame } from "@/components/docs/docs-frame";
import { Endpoint } from "@/components/docs/endpoint";
import { Problem } from "@/lib/platform/errors";
import { contracts } from "@/lib/server/endpoints";
import { docsNavigation } from "@/lib/server/formats/docs/guides";
import { needsOf, type ReferenceArea, referenceAreas, twinOf } from "@/lib/server/openapi/reference";

type Params = Promise<{ area: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const found = areaNamed((await params).area);
  if (!found) return unreadableMetadata(new Problem("not_found"));
  return pageMetadata(`/docs/api/${found.area}`, { title: `API: ${found.tag}`, description: found.about });
}

export default async function AreaPage({ params }: { params: Params }) {
  const found = areaNamed((await params).area);
  if (!found) return <ProblemPage section="docs" problem={new Problem("not_found")} />;
  const { area, tag, about, entries } = found;
  const headings = entries.map(({ name, method, path }) => ({
    id: name,
    text: `${method} ${path.replace(/^\/api\/(v1|knowledge\/v2)/, "")}`,
  }));
  return (
    <DocsFrame
      groups={docsNavigation()}
      here={`/docs/api/${area}`}
      headings={headings}
      title={`API: ${tag}`}
      lead={about}
    >
      <div className="mt-8 space-y-12">
        {entries.map((entry) => (
          <Endpoint key={entry.name} entry={entry} needs={needsOf(entry)} sameAs={twinOf(entry, entries)?.name} />
        ))}
      </div>
    </DocsFrame>
  );
}

function areaNamed(name: string): ReferenceArea | undefined {
  return referenceAreas(contracts()).find(({ area }) => area === name);
}
