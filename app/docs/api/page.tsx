import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { Frame } from "@/components/site/frame";
import { Badge } from "@/components/ui/badge";
import { CopyBox } from "@/components/ui/copy-box";
import { contracts } from "@/lib/server/endpoints";
import type { ReferenceEntry, ReferenceField } from "@/lib/server/openapi/reference";
import { needsOf, referenceByTag } from "@/lib/server/openapi/reference-entries";

export const metadata: Metadata = pageMetadata("/docs/api");

export default function ApiPage() {
  const tags = referenceByTag(contracts());
  return (
    <Frame section="docs">
      <h1 className="text-3xl sm:text-4xl">API reference</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-lg">
        Made from the contract that every request is checked against. Bodies are JSON, unknown fields are refused, and
        answers may grow. As OpenAPI 3.1:{" "}
        <a className="link" href="/api/v1/openapi.json">
          public
        </a>
        ,{" "}
        <a className="link" href="/api/knowledge/v2/openapi.json">
          knowledge
        </a>
        .{" "}
        <a className="link" href="/docs">
          Begin with how it works
        </a>
        .
      </p>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav
          aria-label="Endpoints"
          className="text-base lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
        >
          {tags.map(({ tag, entries }) => (
            <div key={tag} className="mb-4">
              <p className="label mb-1">{tag}</p>
              <ul className="border-line border-s">
                {entries.map(({ name }) => (
                  <li key={name}>
                    <a
                      href={`#${name}`}
                      className="block py-0.5 ps-3 font-mono text-ink-soft text-sm hover:text-ink hover:underline"
                    >
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="min-w-0 space-y-14">
          {tags.map(({ tag, entries }) => (
            <section key={tag} aria-label={tag} className="space-y-12">
              <h2 className="text-2xl">{tag}</h2>
              {entries.map((entry) => (
                <Entry key={entry.name} entry={entry} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Frame>
  );
}

function Entry({ entry }: { entry: ReferenceEntry }) {
  return (
    <article id={entry.name} aria-labelledby={`${entry.name}-title`} className="scroll-mt-6 border-line border-t pt-6">
      <h3 id={`${entry.name}-title`} className="font-mono text-lg">
        <a href={`#${entry.name}`} className="hover:underline">
          {entry.name}
        </a>
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-sm">
        <Badge tone={entry.method === "GET" ? "plain" : "moss"}>{entry.method}</Badge>
        <span className="min-w-0">{entry.path}</span>
        <span className="font-sans text-ink-soft">{needsOf(entry)}</span>
      </p>
      <p className="mt-3 max-w-3xl">
        <Words>{entry.summary}</Words>
      </p>
      {entry.description && (
        <p className="mt-2 max-w-3xl text-ink-soft">
          <Words>{entry.description}</Words>
        </p>
      )}
      {entry.fields.length > 0 && <Fields fields={entry.fields} name={entry.name} />}
      <div className="mt-4 max-w-3xl space-y-3">
        <CopyBox text={entry.curl} what={`the request for ${entry.name}`} />
        <details>
          <summary className="text-base text-ink-soft">The shape of its answer, {entry.status}</summary>
          <div className="mt-2">
            <CopyBox text={entry.answer} what={`an answer of ${entry.name}`} />
          </div>
        </details>
      </div>
      {entry.problems.length > 0 && (
        <p className="mt-3 max-w-3xl text-base text-ink-soft">
          Refuses with{" "}
          {entry.problems.map((code, place) => (
            <span key={code}>
              {place > 0 && ", "}
              <a className="link font-mono text-sm" href={`/problems/${code}`}>
                {code}
              </a>
            </span>
          ))}
          .
        </p>
      )}
    </article>
  );
}

function Fields({ fields, name }: { fields: ReferenceField[]; name: string }) {
  return (
    <dl aria-label={`Fields of ${name}`} className="mt-4 max-w-3xl divide-y divide-line border-line border-y text-base">
      {fields.map((field) => (
        <div key={field.name} className="grid gap-x-5 py-2 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <dt className="min-w-0">
            <code className="font-mono text-sm">{field.name}</code>
            <span className="block text-ink-soft text-sm">
              {field.carrier}
              {field.required ? ", required" : ""}
            </span>
          </dt>
          <dd className="min-w-0">
            {field.holds}
            {field.description && (
              <span className="block text-ink-soft text-sm">
                <Words>{field.description}</Words>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Descriptions put field names in backticks. */
function Words({ children }: { children: string }) {
  const [first, ...rest] = children.split(/`([^`]+)`/);
  return (
    <>
      {first}
      {rest.map((part, place) =>
        place % 2 === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed sentence.
          <code key={place} className="font-mono text-sm">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </>
  );
}
