type Cell = string | { text: string; path: string };
/** A part of an explanation. The first column of a table names the row. */
type Block =
  | { kind: "heading"; id: string; text: string }
  | { kind: "text"; text: string }
  | { kind: "table"; caption: string; note?: string; head: string[]; rows: Cell[][] }
  | { kind: "part"; id: string; title: string; isOpen: boolean; blocks: Block[] };

const SHORT_MAX = 22;
const NUMBER = /^[-+]?[\d.]+%?$/;

/** How a search was ranked: sentences first, then tables that scroll inside their block. */
export function Explanation({ blocks, level = 2 }: { blocks: Block[]; level?: 2 | 3 }) {
  return (
    <div className="prose">
      <Blocks blocks={blocks} level={level} />
    </div>
  );
}

type BlocksProps = { blocks: Block[]; level: 2 | 3 };

function Blocks({ blocks, level }: BlocksProps) {
  return blocks.map((block) => <Part key={keyOf(block)} block={block} level={level} />);
}

function Part({ block, level }: { block: Block; level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  if (block.kind === "text") return <p dir="auto">{block.text}</p>;
  if (block.kind === "heading") return <Heading id={block.id}>{block.text}</Heading>;
  if (block.kind === "table") return <Table {...block} />;
  const inner = <Blocks blocks={block.blocks} level={level} />;
  if (!block.isOpen)
    return (
      <details id={block.id} className="border-line border-t py-2 [&:not([open])]:pb-2">
        <summary dir="auto" className="wrap-anywhere font-semibold">
          {block.title}
        </summary>
        {inner}
      </details>
    );
  return (
    <>
      <Heading id={block.id} dir="auto" className="wrap-anywhere">
        {block.title}
      </Heading>
      {inner}
    </>
  );
}

function Table({ caption, note, head, rows }: Extract<Block, { kind: "table" }>) {
  return (
    <>
      <p>
        <strong>{caption}</strong>
        {note && `. ${note}`}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a group that scrolls is no fieldset. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls takes the focus, so that keys scroll it. */}
      <div className="table-scroll" role="group" tabIndex={0} aria-label={caption}>
        <table>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col" className="min-w-0!">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.map(textOf).join(" ")}>
                {row.map((cell, column) => (
                  <TableCell key={head[column]} cell={cell} isName={column === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function keyOf(block: Block): string {
  if (block.kind === "table") return block.caption;
  return block.kind === "text" ? block.text : block.id;
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}

/** Short cells stay in one line; long ones keep a width that can be read on a telephone. */
function widthOf(text: string): string {
  return text.length > SHORT_MAX ? "min-w-48!" : "min-w-0! whitespace-nowrap";
}

function TableCell({ cell, isName }: { cell: Cell; isName: boolean }) {
  const text = textOf(cell);
  if (isName)
    return (
      <th scope="row" dir="auto" className={`border-line! font-normal! ${widthOf(text)}`}>
        {text}
      </th>
    );
  return (
    <td dir="auto" className={`${widthOf(text)} ${NUMBER.test(text) ? "tabular-nums" : ""}`}>
      {typeof cell === "string" ? (
        text
      ) : (
        <a className="link" href={cell.path} rel="nofollow">
          {text}
        </a>
      )}
    </td>
  );
}
