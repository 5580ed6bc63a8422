import { styleText } from "node:util";

/** Progress of a long step: "120 of 400 skills". */
export type Progress = (text: string) => void;

export type Steps = {
  /** Runs a step and prints it with its duration; `sayResult` turns the result into the line. Steps may overlap. */
  step<T>(title: string, work: (progress: Progress) => Promise<T>, sayResult?: (result: T) => string): Promise<T>;
  note(text: string): void;
  secondsSoFar(): number;
};

const QUIET_MS = 2_000;
const EVERY_MS = 4_000;

/**
 * Prints the start-up as plain lines: one per finished step, and a progress line for a step that takes over two
 * seconds.
 */
export function makeSteps(write: (line: string) => void = printLine): Steps {
  const begun = performance.now();
  return {
    async step(title, work, sayResult) {
      const start = performance.now();
      let latest = "";
      const tell = () => {
        write(`  ...   ${title}${latest && `: ${latest}`} (${seconds(start)})`);
        sign = setTimeout(tell, EVERY_MS);
      };
      let sign = setTimeout(tell, QUIET_MS);
      try {
        const result = await work((text) => {
          latest = text;
        });
        write(
          `  ${paint("green", "ok")}    ${(sayResult?.(result) ?? title).padEnd(64)} ${seconds(start).padStart(7)}`,
        );
        return result;
      } catch (error) {
        const interrupted = error instanceof Error && error.name === "AbortError";
        if (!interrupted) write(`  ${paint("red", "no")}    ${title} failed after ${seconds(start)}`);
        throw error;
      } finally {
        clearTimeout(sign);
      }
    },
    note: (text) => write(`  ${paint("yellow", "!")}     ${text}`),
    secondsSoFar: () => (performance.now() - begun) / 1000,
  };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** Colours only at a terminal; scripts and CI get plain text. */
function paint(colour: "green" | "red" | "yellow", text: string): string {
  const plain = !process.stdout.isTTY || process.env.NO_COLOR || process.env.TERM === "dumb";
  return plain ? text : styleText(colour, text);
}

/** Prints one line; a reader that goes away (`npm start | head`) must not stop the engines. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
