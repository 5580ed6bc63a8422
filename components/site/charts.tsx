import { BarChart } from "@/components/ui/bar-chart";

type Week = { week: string; asked: number; answered: number };

/** A chart of the questions of each week, and how many of them have an answer. Without any question only if `always`. */
export function QuestionWeeks({ weeks, always = false }: { weeks: Week[] | undefined; always?: boolean }) {
  if (!weeks || (!always && weeks.every(({ asked }) => asked === 0))) return null;
  return (
    <BarChart
      id="question-weeks"
      title="Questions per week"
      note="By the week in which they were asked. Answered by the library or by someone else, so far."
      what="Week of"
      columns={weeks.map(({ week }) => weekOf(week))}
      series={[
        { name: "Answered", values: weeks.map(({ answered }) => answered) },
        { name: "No answer yet", values: weeks.map(({ asked, answered }) => asked - answered) },
      ]}
    />
  );
}

type Figures = {
  outcomes: Array<{ week: string; resolved: number; partial: number; failed: number }> | null;
  users: Array<{ week: string; users: number | null }> | null;
  holders: Array<{ name: string; percent: number }> | null;
};

/** Charts of a skill's use. Renders nothing while there is too little to draw. */
export function SkillFigures({ figures: { outcomes, users, holders } }: { figures: Figures }) {
  if (!outcomes && !users && !holders) return null;
  return (
    <section aria-labelledby="use" className="mt-12 border-line border-t pt-10">
      <h2 id="use" className="text-xl">
        Use over time
      </h2>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 md:grid-cols-[repeat(2,minmax(0,1fr))]">
        {outcomes && (
          <BarChart
            id="outcome-weeks"
            title="Outcomes per week"
            note="The newest outcome of each reporter, for all versions, by the week of the report."
            what="Week of"
            columns={outcomes.map(({ week }) => weekOf(week))}
            series={[
              { name: "Worked", values: outcomes.map(({ resolved }) => resolved) },
              { name: "Partly", values: outcomes.map(({ partial }) => partial) },
              { name: "Failed", values: outcomes.map(({ failed }) => failed) },
            ]}
          />
        )}
        {users && (
          <BarChart
            id="user-weeks"
            title="Used by, per week"
            note="Connections and networks that reported an outcome, named the skill in an answer or started to use a version. Numbers below 5 are not shown. Readers are not counted."
            what="Week of"
            columns={users.map(({ week }) => weekOf(week))}
            series={[{ name: "Connections and networks", values: users.map((each) => each.users) }]}
          />
        )}
        {holders && (
          <BarChart
            id="holder-versions"
            title="Versions in use"
            note="Share of the connections that synchronise this skill, by their newest version. Versions with fewer than 5 connections are not shown."
            what="Version"
            columns={holders.map(({ name }) => name)}
            series={[{ name: "Share", values: holders.map(({ percent }) => percent) }]}
            unit="%"
          />
        )}
      </div>
    </section>
  );
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A week by its first day, such as "9 Nov". */
function weekOf(monday: string): string {
  return DAY.format(new Date(`${monday}T00:00:00Z`));
}
