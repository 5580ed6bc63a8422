import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";
import { type Spent, stopwatch } from "@/lib/text/markdown/limits";
import {
  asPlainText,
  type FoundUnseen,
  findUnseenMarks,
  type Rendered,
  type Renderer,
  type RenderOptions,
} from "@/lib/text/markdown/render";

type Limits = {
  /**
   * Processor time that the process may use during one document; then its thread is ended. Starting the thread, with
   * all it loads, does not count, nor does time that the machine gives to other processes.
   */
  documentMs: number;
  /** The time for one document by the clock, however little of the processor the process gets. */
  clockMs: number;
  /** How long an idle thread waits for the next document before it exits to free its memory. */
  idleMs: number;
};

/** The slowest document that is formatted at all takes less than a second of CPU time. */
const LIMITS: Limits = { documentMs: 5_000, clockMs: 30_000, idleMs: 300_000 };
const START_MS_MAX = 30_000;
/** A small young generation costs a document no time, and the default one would stay in memory while the thread waits. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/** The command for a document. */
export type Work = { task: "render" | "find_unseen"; markdown: string } & RenderOptions;
type Done = Rendered | FoundUnseen;
type Job = { work: Work; settle: (done: Done) => void };

/**
 * Renders in a worker thread, one document at a time, so that the event loop stays free. The thread starts with the
 * first document. A document that takes too long or crashes its thread comes back as plain text, or scanned without
 * parsing, and the next one gets a new thread. Where no thread starts, `otherwise` renders; where that fails as well,
 * the document stays plain.
 */
export function renderAside(entry: string, otherwise: Renderer, limits: Limits = LIMITS): Renderer {
  const queue: Job[] = [];
  let thread: Worker | null = null;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    const started = new Worker(entry, { execArgv: [], resourceLimits: RESOURCE_LIMITS });
    thread = started;
    isReady = false;
    // The thread never keeps the process from exiting.
    started.unref();
    timer = setTimeout(() => void started.terminate(), START_MS_MAX);
    started.on("message", (said: "ready" | Done) => {
      if (thread !== started) return;
      if (said === "ready") isReady = true;
      else queue.shift()?.settle(said);
      next();
    });
    // The exit event follows.
    started.on("error", (error) => log().warn({ error: error.message }, "the rendering thread crashed"));
    started.on("exit", () => {
      if (thread !== started) return;
      const job = queue.shift();
      thread = null;
      if (job && isReady) job.settle(unparsed(job.work));
      else if (job) void doElsewhere(otherwise, job.work).then(job.settle, () => job.settle(unparsed(job.work)));
      next();
    });
  }

  function next(): void {
    clearTimeout(timer);
    const [job] = queue;
    if (job && !thread) start();
    else if (job && isReady) {
      thread?.postMessage(job.work);
      limit(stopwatch(), performance.now() + limits.clockMs);
    } else if (!job && thread) timer = setTimeout(end, limits.idleMs).unref();
  }

  function limit(used: Spent, until: number): void {
    const left = Math.min(limits.documentMs - used(), until - performance.now());
    if (left < 1) void thread?.terminate();
    else timer = setTimeout(limit, left, used, until);
  }

  function end(): void {
    const idle = thread;
    thread = null;
    void idle?.terminate();
  }

  function done(work: Work): Promise<Done> {
    return new Promise((settle) => {
      queue.push({ work, settle });
      if (queue.length === 1) next();
    });
  }

  return {
    async render(markdown, options) {
      const made = await done({ task: "render", markdown, ...options });
      return "html" in made ? made : asPlainText(markdown, true);
    },
    async findUnseen(markdown) {
      const made = await done({ task: "find_unseen", markdown });
      return "places" in made ? made : findUnseenMarks(markdown);
    },
  };
}

function unparsed({ task, markdown }: Work): Done {
  return task === "render" ? asPlainText(markdown, true) : findUnseenMarks(markdown);
}

function doElsewhere(renderer: Renderer, work: Work): Promise<Done> {
  return work.task === "render" ? renderer.render(work.markdown, work) : renderer.findUnseen(work.markdown);
}
