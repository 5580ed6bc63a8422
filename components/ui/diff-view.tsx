import type { DiffBlock, DiffLine } from "@/lib/contract/shown-text";

/**
 * The difference of two texts, old to new: side by side where there is room (one below the other where there is none),
 * or as one column. `isProse` for a sentence or two: no line numbers, no folding. Styled in app/diff.css.
 */
export function DiffView({
  blocks,
  view,
  isProse = false,
}: {
  blocks: DiffBlock[];
  view: "split" | "unified";
  isProse?: boolean;
}) {
  return (
    <div className={`diff ${view} ${isProse ? "prose-diff" : ""}`} dir="ltr">
      {blocks.map((block) => {
        if (block.kind === "changed") {
          const first = block.rows[0];
          const key = `${first?.older?.number}-${first?.newer?.number}`;
          return view === "split" ? <Beside key={key} rows={block.rows} /> : <Below key={key} rows={block.rows} />;
        }
        const key = `${block.older}-${block.newer}`;
        return block.folded ? <Fold key={key} block={block} /> : <Same key={key} block={block} view={view} />;
      })}
    </div>
  );
}

type Rows = Extract<DiffBlock, { kind: "changed" }>["rows"];
type SameBlock = Extract<DiffBlock, { kind: "same" }>;

function Beside({ rows }: { rows: Rows }) {
  return rows.map(({ older, newer }) => (
    <div key={`${older?.number}-${newer?.number}`} className="pair">
      {older ? <Removed line={older} /> : <i />}
      {newer ? <Added line={newer} /> : <i />}
    </div>
  ));
}

/** All removed lines, then all added ones, as in a diff. */
function Below({ rows }: { rows: Rows }) {
  return (
    <>
      {rows.map(({ older }) => older && <Removed key={`-${older.number}`} line={older} />)}
      {rows.map(({ newer }) => newer && <Added key={`+${newer.number}`} line={newer} />)}
    </>
  );
}

function Removed({ line }: { line: DiffLine }) {
  return (
    <del data-o={line.number}>
      <Words line={line} />
    </del>
  );
}

function Added({ line }: { line: DiffLine }) {
  return (
    <ins data-n={line.number}>
      <Words line={line} />
    </ins>
  );
}

function Words({ line }: { line: DiffLine }) {
  return (
    <span>
      {line.parts.map(({ text, marked }, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never move.
        marked ? <b key={place}>{text}</b> : text,
      )}
    </span>
  );
}

function Same({ block, view }: { block: SameBlock; view: "split" | "unified" }) {
  return block.lines.map((text, place) => {
    const [older, newer] = [block.older + place, block.newer + place];
    if (view === "unified")
      return (
        <p key={newer} data-o={older} data-n={newer}>
          <span>{text}</span>
        </p>
      );
    return (
      <div key={newer} className="pair">
        <p data-o={older} data-n={newer}>
          <span>{text}</span>
        </p>
        <p data-n={newer} aria-hidden="true">
          <span>{text}</span>
        </p>
      </div>
    );
  });
}

/** Lines far from any change as one text, so that even thousands cost nothing. */
function Fold({ block }: { block: SameBlock }) {
  const last = block.newer + block.lines.length - 1;
  return (
    <details>
      <summary>
        {block.lines.length} unchanged lines <span>({`${block.newer} to ${last}`})</span>
      </summary>
      <pre>{block.lines.join("\n")}</pre>
    </details>
  );
}

const LOOKS: Record<string, string> = {
  "+": "bg-moss-wash text-moss-strong",
  "-": "bg-rust-wash text-rust",
  "@": "text-ink-faint",
};

/** A unified diff, old to new. Each line keeps its mark, so that colour is not the only signal. */
export function UnifiedDiff({ text, label }: { text: string; label: string }) {
  const lines = text.split("\n").slice(2);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken py-2 font-mono text-sm"
    >
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one diff never move.
        <div key={place} className={`whitespace-pre-wrap px-3 ${LOOKS[line.charAt(0)] ?? ""}`}>
          {line || " "}
        </div>
      ))}
    </div>
  );
}
