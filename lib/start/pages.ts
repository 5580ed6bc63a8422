import path from "node:path";
import { messageOf } from "@/lib/platform/errors";
import type { StartPhase } from "@/lib/platform/process-state";
import type { Steps } from "@/lib/platform/steps";
import type { Pages } from "@/lib/server/pages/next";
import { BUILD_STEPS, buildIfNeeded } from "@/lib/start/build";
import { type Place, PROJECT_ROOT } from "@/lib/start/instance-layout";
import type { Address } from "@/lib/start/ports";

/**
 * By how much builds are nicer: the engines and the library come first, because the API needs both, and it is asked for
 * before the pages are.
 */
export const NICE = 5;

/** The pages of this start, from sources to Next. */
export type PreparedPages = {
  /** Resolves when they are built, in development at once; rejects when the build fails or is interrupted. */
  built: Promise<void>;
  /** Rejects as `built` does, and never resolves. */
  failed: Promise<never>;
  isBuilt(): boolean;
  /** What to tell readers meanwhile; changes as the build proceeds. */
  phase: StartPhase;
  /** Loads the built pages into this process. */
  load(address: Address): Promise<Pages>;
  /** The message about a failure that leaves the API running. */
  sayFailed(error: unknown, url: string): string;
};

/** Begins to build the pages if their sources have changed. */
export function preparePages(options: {
  place: Place;
  steps: Steps;
  dev: boolean;
  signal: AbortSignal;
}): PreparedPages {
  const { place, steps, dev, signal } = options;
  const log = path.join(place.state, "logs/build.log");
  const phase = { name: "building_pages" as const, steps: BUILD_STEPS, current: 0 };
  const onStep = (current: number) => {
    phase.current = current;
  };
  const building = () =>
    steps.step(
      "building the pages",
      (progress) => buildIfNeeded({ log, signal, progress, onStep, nice: NICE }),
      (result) => (result === "made" ? "pages built" : "pages are already built"),
    );
  let isBuilt = dev;
  const built = dev
    ? Promise.resolve()
    : building().then(() => {
        isBuilt = true;
      });
  const failed = built.then(() => new Promise<never>(() => {}));
  // Both may fail before anyone awaits them.
  failed.catch(() => {});
  return {
    built,
    failed,
    isBuilt: () => isBuilt,
    phase,
    async load({ host, port }) {
      const { startNext } = await import("@/lib/server/pages/next");
      return steps.step(
        "pages",
        () => startNext({ dev, dir: PROJECT_ROOT, host, port }),
        () => "pages are served",
      );
    },
    sayFailed: (error, url) =>
      [
        "",
        messageOf(error),
        "",
        `The pages could not be built. The API answers at ${url}; every page says that it could not be built.`,
        `The whole output of the build is in ${log}. Mend the cause and start again.`,
      ].join("\n"),
  };
}
