"use client";

import "./globals.css";

/** Fallback for a failing layout: the same frame as other pages, without their components and without scripts. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body className="font-sans antialiased">
        <title>Something went wrong · Cairn</title>
        <header className="border-line border-b">
          <p className="mx-auto max-w-6xl px-5 py-4 font-semibold text-lg tracking-tight sm:px-8">
            <a href="/">Cairn</a>
          </p>
        </header>
        <main className="mx-auto max-w-6xl px-5 py-14 sm:px-8">
          <p className="label mb-2">500 internal</p>
          <h1 className="text-3xl sm:text-4xl">Something went wrong on our side</h1>
          <p className="mt-5 max-w-2xl text-ink-soft text-lg">
            Anything confirmed before is saved. Reload the page in a moment.
          </p>
          <p className="mt-8 flex flex-wrap gap-6">
            <a className="link" href="/">
              Home
            </a>
            <a className="link" href="/status">
              Status
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
