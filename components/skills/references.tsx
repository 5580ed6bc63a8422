import { isPublicReference } from "@/lib/contract/knowledge/public-reference";

/** A version's references. Its author chose the links; nobody here vouches for them. */
export function References({ urls }: { urls: string[] }) {
  return (
    <section aria-labelledby="references" className="min-w-0">
      <h2 id="references" className="mb-3 text-xl">
        References
      </h2>
      {urls.length === 0 ? (
        <p className="text-ink-soft">None.</p>
      ) : (
        <ul className="space-y-1 text-base">
          {urls.map((url) => (
            <li key={url}>
              {isPublicReference(url) ? (
                <a className="link" href={url} rel="nofollow ugc noopener noreferrer" dir="ltr">
                  {url.replace(/^https?:\/\//, "")}
                </a>
              ) : (
                <span dir="ltr">{url}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
