"use client";

/** The last resort, when even the layout fails. It must not depend on anything. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Something went wrong on our side</h1>
          <p>
            Try again in a moment, or <a href="/">go to the start</a>.
          </p>
        </main>
      </body>
    </html>
  );
}
