import { type Problem, replaceMarks, withoutInvisible } from "@/components/threads/rewrite-prose";

type Props = {
  text: string;
  limit: number;
  problems: Problem[];
  onChange: (text: string) => void;
};

const LINES_MAX = 3;

/** What stands in the way of posting a text, with buttons that change it, and how long it is. */
export function ProseHelp({ text, limit, problems, onChange }: Props) {
  const marks = problems.filter(({ kind }) => kind === "mark");
  const invisible = problems.filter(({ kind }) => kind === "invisible");
  const length = [...text].length;
  return (
    <>
      <div aria-live="polite" className="space-y-1">
        {marks.length > 0 && (
          <p className="text-rust">
            Remove {nameMarks(text, marks)} before posting: {placesIn(text, marks)}.{" "}
            <Change onClick={() => onChange(replaceMarks(text))}>Replace them for me</Change>
          </p>
        )}
        {invisible.length > 0 && (
          <p className="text-rust">
            {invisible.length === 1 ? "One invisible character" : `${invisible.length} invisible characters`}:{" "}
            {placesIn(text, invisible)}.{" "}
            <Change onClick={() => onChange(withoutInvisible(text))}>Remove invisible characters</Change>
          </p>
        )}
        {length > limit && (
          <p className="text-rust">
            Too long by {(length - limit).toLocaleString("en-GB")}: the marked end does not fit. Nothing was cut.
          </p>
        )}
      </div>
      <p className={`text-end text-sm tabular-nums ${length > limit ? "text-rust" : "text-ink-soft"}`}>
        {length.toLocaleString("en-GB")} of {limit.toLocaleString("en-GB")} characters
      </p>
    </>
  );
}

function Change({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="link min-h-6 cursor-pointer font-semibold text-ink">
      {children}
    </button>
  );
}

function nameMarks(text: string, marks: Problem[]): string {
  const found = new Set(marks.map(({ start }) => text[start]));
  const names = [
    ["<", "“<”"],
    [">", "“>”"],
    ["`", "backticks"],
  ].flatMap(([mark = "", name = ""]) => (found.has(mark) ? [name] : []));
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
}

/** "line 2", "lines 2, 5 and more" */
function placesIn(text: string, problems: Problem[]): string {
  const lines = [...new Set(problems.map(({ start }) => text.slice(0, start).split("\n").length))];
  if (lines.length === 1) return `line ${lines[0]}`;
  return `lines ${lines.slice(0, LINES_MAX).join(", ")}${lines.length > LINES_MAX ? " and more" : ""}`;
}
