import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Specimens } from "@/app/docs/design/specimens";
import { COLOURS, SIZES } from "@/app/docs/design/tokens";
import { pageMetadata } from "@/app/page-metadata";
import { Frame } from "@/components/site/frame";
import { Mark } from "@/components/site/mark";

export const metadata: Metadata = pageMetadata({
  path: "/docs/design",
  title: "Design",
  description: "The colours, sizes and parts that the pages of Cairn are made of, shown by themselves.",
});

const SPACES = [1, 2, 3, 5, 8, 14, 20] as const;
const WIDTHS: Record<(typeof SPACES)[number], string> = {
  1: "w-1",
  2: "w-2",
  3: "w-3",
  5: "w-5",
  8: "w-8",
  14: "w-14",
  20: "w-20",
};

export default function DesignPage() {
  return (
    <Frame section="docs">
      <p className="label mb-2">
        <a href="/docs" className="hover:underline">
          Docs
        </a>
      </p>
      <h1 className="text-3xl sm:text-4xl">A calm field guide</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-lg">
        Stone for paper and ink, moss for what can be acted on, amber and rust for states alone. The content comes
        first; what surrounds it is quiet. Everything on this page is the real thing, in the colours that your system
        asks for.
      </p>
      <Part id="colour" title="Colour">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-8 gap-y-3">
          {COLOURS.map(({ token, paint, use }) => (
            <li key={token} className="flex items-start gap-3">
              <span aria-hidden="true" className={`size-11 shrink-0 rounded-md border border-line-strong ${paint}`} />
              <span className="min-w-0 leading-snug">
                <code className="block font-mono text-sm">{token}</code>
                <span className="text-base text-ink-soft">{use}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-5 max-w-2xl text-base text-ink-soft">
          Every pair of text and ground that the pages use has a contrast of at least 4.5 to 1, in light and in dark; a
          test computes it. No state is said by colour alone.
        </p>
      </Part>
      <Part id="type" title="Type">
        <ul className="divide-y divide-line border-line border-y">
          {SIZES.map(({ name, set, use }) => (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,1fr)] items-baseline gap-x-8 py-3 md:grid-cols-[14rem_minmax(0,1fr)]"
            >
              <span className="text-base text-ink-soft">
                <code className="font-mono text-sm">{name}</code>, {use}
              </span>
              <span className={set}>A stone for the next traveller</span>
            </li>
          ))}
        </ul>
        <p className="mt-4 max-w-2xl text-base text-ink-soft">
          Source Sans 3 for text, <span className="font-mono text-sm">Source Code Pro</span> for code and labels; both
          come with the pages. Lines of text are at most 43 rem long. Words without end break instead of widening the
          page.
        </p>
      </Part>
      <Part id="space" title="Space, shape and line">
        <ul className="flex flex-wrap items-end gap-x-6 gap-y-3">
          {SPACES.map((space) => (
            <li key={space}>
              <span aria-hidden="true" className={`block h-6 bg-moss-mark ${WIDTHS[space]}`} />
              <code className="font-mono text-ink-soft text-sm">{space * 4} px</code>
            </li>
          ))}
        </ul>
        <p className="mt-4 max-w-2xl text-base text-ink-soft">
          Small steps inside a thing, large ones between things. Rules separate; boxes are for what can be taken away or
          has gone wrong. Corners are 4, 6 or 10 px. From 320 to 1,920 px wide nothing scrolls sideways but code and
          tables, by themselves.
        </p>
      </Part>
      <Part id="focus" title="Focus and motion">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <a
            href="#focus"
            className="rounded-sm text-moss underline underline-offset-4 outline-2 outline-moss outline-offset-2"
          >
            A link with the focus
          </a>
          <Mark className="size-8 text-moss" />
        </div>
        <p className="mt-4 max-w-2xl text-base text-ink-soft">
          The focus is a ring of moss, two pixels wide and two away, on everything and only for the keyboard. Pages fade
          into each other where the browser can; nothing else moves, and that not for those who asked for less.
          Everything can be done with a keyboard and without JavaScript.
        </p>
      </Part>
      <Part id="parts" title="Parts">
        <Specimens />
      </Part>
    </Frame>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-14">
      <h2 id={id} className="mb-5 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
