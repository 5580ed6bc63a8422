export type Series = {
  name: string;
  /** One value for each column; null where nothing is shown. */
  values: Array<number | null>;
};

type BarChartProps = {
  /** Unique on the page. */
  id: string;
  title: string;
  /** What is counted, and what is not. */
  note: string;
  /** What the columns are, as the head of the table. */
  what: string;
  columns: string[];
  /** Stacked in this order from the bottom; at most three. */
  series: Series[];
  unit?: string;
};

/** Solid, hatched and outlined: the series differ without colour, too. */
const LOOKS = ["solid", "hatched", "outlined"] as const;
const COLOURS = ["text-moss", "text-amber", "text-rust"] as const;
const HEIGHT = 120;
const WIDTH = 480;
/** With more columns only the first and the last have a label below. */
const LABELS_MAX = 6;
const NOT_SHOWN = "not shown";

/** A bar chart, made on the server as SVG, with its table in a fold. It has no text inside, so it scales to any width. */
export function BarChart({ id, title, note, what, columns, series, unit = "" }: BarChartProps) {
  const totals = columns.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = Math.max(1, ...totals);
  const step = WIDTH / columns.length;
  const width = Math.min(step * 0.7, 56);
  return (
    <figure aria-labelledby={`${id}-title`} className="min-w-0 max-w-xl">
      <figcaption>
        <h3 id={`${id}-title`} className="font-semibold text-base">
          {title}
        </h3>
        <p className="text-ink-soft text-sm">{note}</p>
      </figcaption>
      {series.length > 1 && <Legend id={id} series={series} />}
      <div className="mt-2 flex gap-2">
        <div aria-hidden="true" className="flex flex-col justify-between text-end text-ink-soft text-xs tabular-nums">
          <span>
            {most}
            {unit}
          </span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`Bar chart: ${title}. The table below has its values.`}
          className="min-w-0 flex-1"
        >
          <Hatch id={id} />
          {columns.map((column, at) => (
            <g key={column}>
              <title>{`${column}: ${series.map((one) => told(one, at, unit)).join(", ")}`}</title>
              <Stack id={id} x={at * step + (step - width) / 2} width={width} at={at} series={series} most={most} />
            </g>
          ))}
          <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line-strong" />
        </svg>
      </div>
      <Labels columns={columns} />
      <Table what={what} columns={columns} series={series} unit={unit} />
    </figure>
  );
}

function Stack({
  id,
  x,
  width,
  at,
  series,
  most,
}: {
  id: string;
  x: number;
  width: number;
  at: number;
  series: Series[];
  most: number;
}) {
  const heights = series.map(({ values }) => ((values[at] ?? 0) / most) * (HEIGHT - 2));
  return series.map(({ name }, place) => {
    const height = heights[place] ?? 0;
    const below = heights.slice(0, place).reduce((sum, each) => sum + each, 0);
    if (height === 0) return null;
    return <Bar key={name} id={id} place={place} x={x} y={HEIGHT - 1 - below - height} width={width} height={height} />;
  });
}

function Bar({
  id,
  place,
  ...box
}: {
  id: string;
  place: number;
  x: number;
  y: number;
  width: number;
  height: number;
}) {
  const fill = { solid: "currentColor", hatched: `url(#${id}-hatch)`, outlined: "none" }[LOOKS[place] ?? "outlined"];
  return <rect {...box} fill={fill} stroke="currentColor" strokeWidth="1.5" className={COLOURS[place] ?? "text-ink"} />;
}

function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-hatch`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V5" stroke="currentColor" strokeWidth="3" className="text-amber" />
      </pattern>
    </defs>
  );
}

function Legend({ id, series }: { id: string; series: Series[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map(({ name }, place) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5">
            <Bar id={id} place={place} x={1} y={1} width={12} height={12} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Labels({ columns }: { columns: string[] }) {
  const shown = columns.length > LABELS_MAX ? [columns[0], columns.at(-1)] : columns;
  return (
    <div
      aria-hidden="true"
      className={`mt-1 flex gap-2 ps-6 text-ink-soft text-xs ${columns.length > LABELS_MAX ? "justify-between" : ""}`}
    >
      {shown.map((column) => (
        <span key={column} className={columns.length > LABELS_MAX ? "" : "wrap-anywhere min-w-0 flex-1 text-center"}>
          {column}
        </span>
      ))}
    </div>
  );
}

function Table({ what, columns, series, unit }: { what: string; columns: string[]; series: Series[]; unit: string }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="text-ink-soft">Show as a table</summary>
      <table className="mt-2 w-full border-collapse">
        <thead>
          <tr className="border-line-strong border-b align-bottom">
            <th scope="col" className="py-1 text-start font-semibold">
              {what}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="py-1 ps-3 text-end font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => (
            <tr key={column} className="border-line border-b">
              <th scope="row" className="py-1 text-start font-normal">
                {column}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="py-1 ps-3 text-end tabular-nums">
                  {inTable(values[at] ?? null, unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function told({ name, values }: Series, at: number, unit: string): string {
  return `${name} ${inTable(values[at] ?? null, unit)}`;
}

function inTable(value: number | null, unit: string): string {
  return value === null ? NOT_SHOWN : `${value}${unit}`;
}
