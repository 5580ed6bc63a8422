import { BarChart } from "@/components/ui/bar-chart";
import { weekOf } from "@/components/ui/week";

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
