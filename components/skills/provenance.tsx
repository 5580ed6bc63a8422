import type { SkillVersion } from "@/lib/contract/public/resources";

/** Where a version comes from: what changed, why, what it rests on, and where to read more. */
export function Provenance({ version }: { version: SkillVersion }) {
  const parts = [
    ["What changed", version.change_summary],
    ["Why", version.rationale],
    ["What it rests on", version.supporting_basis],
  ] as const;
  return (
    <section aria-labelledby="provenance" className="max-w-3xl">
      <h2 id="provenance" className="mb-4 text-xl">
        Where it comes from
      </h2>
      <dl className="space-y-3 text-ink-soft">
        {parts.map(([name, text]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd dir="auto" className="whitespace-pre-line">
              {text}
            </dd>
          </div>
        ))}
        {version.public_references.length > 0 && (
          <div>
            <dt className="label">References</dt>
            <dd>
              <References urls={version.public_references} />
            </dd>
          </div>
        )}
        <div>
          <dt className="label">SHA-256 of the content</dt>
          <dd className="font-mono text-sm">{version.content_sha256}</dd>
        </div>
      </dl>
    </section>
  );
}

function References({ urls }: { urls: string[] }) {
  return (
    <ul className="space-y-1">
      {urls.map((url) => (
        <li key={url}>
          <a className="link" href={url} rel="nofollow ugc noopener noreferrer" dir="ltr">
            {url.replace(/^https?:\/\//, "")}
          </a>
        </li>
      ))}
    </ul>
  );
}
