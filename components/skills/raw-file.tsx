import { Badge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { CopyFrom } from "@/components/ui/copy-button";
import type { Unseen, UnseenKind } from "@/lib/contract/shown-text";

const KINDS: Record<UnseenKind, { place: number; one: string; many: string; tone: Tone; meaning: string }> = {
  character: {
    place: 0,
    one: "invisible character",
    many: "invisible characters",
    tone: "rust",
    meaning: "They are invisible or change the reading direction.",
  },
  misleading_link: {
    place: 1,
    one: "link that leads elsewhere",
    many: "links that lead elsewhere",
    tone: "rust",
    meaning: "The visible address differs from the link target.",
  },
  comment: {
    place: 2,
    one: "comment",
    many: "comments",
    tone: "amber",
    meaning: "Most pages leave comments out; the Content tab shows them as text.",
  },
  html: {
    place: 3,
    one: "piece of HTML",
    many: "pieces of HTML",
    tone: "amber",
    meaning: "Other pages may run or hide it; the Content tab shows it as text.",
  },
  definition: {
    place: 4,
    one: "link definition",
    many: "link definitions",
    tone: "amber",
    meaning: "Not shown in the text.",
  },
  code_note: {
    place: 5,
    one: "note on a code block",
    many: "notes on code blocks",
    tone: "amber",
    meaning: "Follows the language of a code block and is not shown.",
  },
  image_target: {
    place: 6,
    one: "image address",
    many: "image addresses",
    tone: "plain",
    meaning: "The image is not loaded; it is shown as a link.",
  },
  link_target: {
    place: 7,
    one: "link target",
    many: "link targets",
    tone: "plain",
    meaning: "Only the link's text is shown.",
  },
};

/** A file as a program reads it, with the parts marked that the rendered page hides. */
export function RawFile({
  head,
  body,
  unseen: { places, is_whole },
  path,
  bytes,
}: {
  /** The front matter, which this service writes. */
  head: string;
  body: string;
  /** Where the text was too slow to parse, only its comments and invisible characters; `is_whole` is then false. */
  unseen: { places: Unseen[]; is_whole: boolean };
  path: string;
  bytes: number;
}) {
  const kinds = [...new Set(places.map(({ kind }) => kind))]
    .sort((a, b) => KINDS[a].place - KINDS[b].place)
    .map((kind) => ({ kind, count: places.filter((one) => one.kind === kind).length }));
  return (
    <section aria-labelledby="raw">
      <h2 id="raw" className="text-xl">
        What an agent reads
      </h2>
      <p className="mt-1 max-w-2xl text-ink-soft">
        This file, byte for byte, from <code className="font-mono text-sm">{path}</code>. Text that the Content tab
        shows differently or not at all is marked.
      </p>
      {!is_whole && (
        <div className="mt-4 max-w-3xl">
          <Callout tone="amber">
            This document is too complex to parse quickly, so only comments and invisible characters are marked.
          </Callout>
        </div>
      )}
      {kinds.length === 0 && is_whole && (
        <p className="mt-4">
          <Badge tone="moss">Nothing is hidden</Badge>{" "}
          <span className="text-ink-soft">The Content tab shows everything below the front matter.</span>
        </p>
      )}
      {kinds.length > 0 && (
        <dl className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1.5 text-base sm:grid-cols-[auto_minmax(0,1fr)]">
          {kinds.map(({ kind, count }) => (
            <div key={kind} className="contents">
              <dt>
                <Badge tone={KINDS[kind].tone}>
                  {count} {count === 1 ? KINDS[kind].one : KINDS[kind].many}
                </Badge>
              </dt>
              <dd className="text-ink-soft">{KINDS[kind].meaning}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-6 overflow-hidden rounded-md border border-line">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b bg-surface px-4 py-2 text-base">
          <span>
            <a className="link font-mono text-sm" href={path}>
              SKILL.md
            </a>{" "}
            <span className="text-ink-soft">{bytes.toLocaleString("en-GB")} bytes</span>
          </span>
          <CopyFrom id="file" what="the file" />
        </div>
        <pre id="file" className="raw whitespace-pre-wrap bg-sunken px-4 py-3 font-mono text-sm leading-relaxed">
          <span className="text-ink-faint">{head}</span>
          {pieces(body, places).map(({ text, place }) =>
            place ? (
              <mark
                key={place.start}
                data-kind={place.kind}
                data-shows={place.kind === "character" ? codeOf(text) : undefined}
                title={place.note ?? KINDS[place.kind].meaning}
              >
                <span className="sr-only select-none">{`(${KINDS[place.kind].one}:) `}</span>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </pre>
      </div>
    </section>
  );
}

function codeOf(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function pieces(body: string, unseen: Unseen[]): Array<{ text: string; place: Unseen | null }> {
  const found: Array<{ text: string; place: Unseen | null }> = [];
  let at = 0;
  for (const place of unseen) {
    if (place.start > at) found.push({ text: body.slice(at, place.start), place: null });
    found.push({ text: body.slice(place.start, place.end), place });
    at = place.end;
  }
  found.push({ text: body.slice(at), place: null });
  return found;
}
