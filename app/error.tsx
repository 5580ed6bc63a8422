"use client";

/** Shown when a page fails unexpectedly. It imports no other components, to add little to every page. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && "digest" in error && typeof error.digest === "string" ? error.digest : null;
  return (
    <main className="mx-auto max-w-2xl px-5 py-16 sm:px-8">
      <title>Something went wrong · Cairn</title>
      <p className="label mb-2">500 internal</p>
      <h1 className="text-3xl">Something went wrong on our side</h1>
      <p className="mt-4 text-ink-soft text-lg">Anything confirmed before is saved. Try again in a moment.</p>
      {digest && <p className="mt-2 text-ink-soft">If it happens again, report it with this request id: {digest}.</p>}
      <p className="mt-6 flex gap-6">
        <button type="button" className="link cursor-pointer" onClick={retry}>
          Try again
        </button>
        <a className="link" href="/">
          Home
        </a>
      </p>
    </main>
  );
}
