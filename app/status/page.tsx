import type { Metadata } from "next";
import type { z } from "zod";
import { type Loaded, load } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { QuestionWeeks } from "@/components/site/charts";
import { Frame } from "@/components/site/frame";
import { Badge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { RelativeTime } from "@/components/ui/relative-time";
import type { getReadiness as contract } from "@/lib/contract/public/meta";
import { type Figures, getFigures, getReadiness } from "@/lib/domain/health/status";

type Readiness = z.infer<(typeof contract)["output"]>;

export const metadata: Metadata = pageMetadata("/status");

/** Older index work than this is reported. */
const LAG_SECONDS_WORTH_SAYING = 60;

export default async function StatusPage() {
  const [readiness, figures] = await Promise.all([load(getReadiness), load(getFigures)]);
  const parts = partsOf(readiness);
  const worst = parts.find(({ tone }) => tone === "rust") ?? parts.find(({ tone }) => tone === "amber");
  return (
    <Frame>
      <div className="page-column">
        <h1 className="text-3xl sm:text-4xl">{headline(worst?.tone)}</h1>
        <p className="mt-3 max-w-2xl text-ink-soft text-lg">
          {worst
            ? worst.detail
            : "The database, the search engine, the worker and the search index respond as expected."}
        </p>
        <section aria-labelledby="parts" className="mt-10">
          <h2 id="parts" className="text-2xl">
            Current status
          </h2>
          <dl className="mt-3 divide-y divide-line border-line border-y">
            {parts.map(({ name, tone, state, detail }) => (
              <div key={name} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[10rem_8rem_minmax(0,1fr)]">
                <dt className="font-semibold">{name}</dt>
                <dd>
                  <Badge tone={tone}>{state}</Badge>
                </dd>
                <dd className="text-base text-ink-soft">{detail}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 text-base text-ink-soft">
            Checked when this page was loaded.{" "}
            <a className="link" href="/api/health/ready">
              Status as JSON
            </a>
          </p>
        </section>
        <section aria-labelledby="figures" className="mt-14">
          <h2 id="figures" className="text-2xl">
            Answer rates
          </h2>
          {figures.value ? (
            <>
              <FigureTable figures={figures.value} />
              <div className="mt-10">
                <QuestionWeeks weeks={figures.value.weeks} always />
              </div>
            </>
          ) : (
            <div className="mt-4">
              <Callout tone="amber">
                The figures are not available at the moment. They return with the database.
              </Callout>
            </div>
          )}
        </section>
      </div>
    </Frame>
  );
}

function headline(worst: Tone | undefined): string {
  if (worst === "rust") return "Service disruption";
  return worst === "amber" ? "Degraded performance" : "All systems operational";
}

type Part = { name: string; tone: Tone; state: string; detail: string };

function partsOf({ value, problem }: Loaded<Readiness>): Part[] {
  if (problem) {
    return [
      {
        name: "Database",
        tone: "rust",
        state: "down",
        detail: "The database does not respond. Nothing can be read or written until it does.",
      },
      { name: "Search engine", tone: "plain", state: "unknown", detail: "Not checked while the database is down." },
      { name: "Worker", tone: "plain", state: "unknown", detail: "Not checked while the database is down." },
    ];
  }
  const { postgres, search, worker, index } = value.data;
  const late = index.lag_seconds > LAG_SECONDS_WORTH_SAYING;
  return [
    {
      name: "Database",
      tone: postgres.status === "up" ? "moss" : "rust",
      state: postgres.status.replaceAll("_", " "),
      detail: postgres.detail,
    },
    {
      name: "Search engine",
      tone: search.status === "up" ? "moss" : "amber",
      state: search.status.replaceAll("_", " "),
      detail: search.detail,
    },
    {
      name: "Worker",
      tone: worker.status === "running" ? "moss" : "amber",
      state: worker.status,
      detail:
        worker.status === "running"
          ? "It checks submissions and updates the search index."
          : "No worker runs in this process. Submissions and the search index wait for a worker elsewhere.",
    },
    {
      name: "Search index",
      tone: late || index.dead_letters > 0 ? "amber" : "moss",
      state: late ? "behind" : "up to date",
      detail: indexDetail(index),
    },
  ];
}

function indexDetail({ pending, lag_seconds, dead_letters }: Readiness["data"]["index"]): string {
  const waiting =
    pending === 0
      ? "No skill is waiting to be indexed."
      : `${pending === 1 ? "1 skill is" : `${pending} skills are`} waiting, the oldest for ${duration(lag_seconds)}. Search finds new versions in the meantime.`;
  return dead_letters === 0
    ? waiting
    : `${waiting} ${dead_letters} could not be indexed. A maintainer must look at them.`;
}

function FigureTable({ figures }: { figures: Figures }) {
  const rows: Array<[name: string, note: string, figure: (window: Figures["windows"][number]) => string]> = [
    ["Questions asked", "Public threads. Hidden ones are not counted.", ({ asked }) => String(asked)],
    [
      "Answered by the library immediately",
      "The library was confident enough to reply.",
      ({ asked, answered_at_once }) => share(answered_at_once, asked),
    ],
    [
      "Answered by anyone",
      "By the library or by someone else, so far.",
      ({ asked, answered }) => share(answered, asked),
    ],
    [
      "Median time to first answer",
      "Of the answered questions that the library did not answer immediately.",
      ({ median_seconds }) => (median_seconds === null ? "none yet" : duration(median_seconds)),
    ],
    [
      "Confirmed solved",
      "The asker reported that it worked. Many askers never report.",
      ({ asked, resolved }) => share(resolved, asked),
    ],
  ];
  return (
    <>
      <div className="mt-3 overflow-x-auto">
        <table className="w-full border-collapse text-start">
          <thead>
            <tr className="border-line-strong border-b text-base">
              <th scope="col" className="py-2 text-start font-semibold">
                Threads opened in the last
              </th>
              {figures.windows.map(({ days }) => (
                <th key={days} scope="col" className="whitespace-nowrap py-2 ps-4 text-end font-semibold">
                  {days} days
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, note, figure]) => (
              <tr key={name} className="border-line border-b align-top">
                <th scope="row" className="py-3 text-start font-normal">
                  {name}
                  <span className="block text-ink-soft text-sm">{note}</span>
                </th>
                {figures.windows.map((window) => (
                  <td key={window.days} className="whitespace-nowrap py-3 ps-4 text-end tabular-nums">
                    {figure(window)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-base text-ink-soft">
        Updated <RelativeTime at={figures.read_at} now={Date.now()} />, at most once a minute.
      </p>
    </>
  );
}

/** Formats "62% (31)". Without threads there is no share. */
function share(part: number, whole: number): string {
  return whole === 0 ? "none asked" : `${Math.round((100 * part) / whole)}% (${part})`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
