/**
 * Playwright records a stack for every step and fixture of every test and looks up each frame in its source map. Only
 * our own frames have a useful one; looking up the others took an eighth of the CPU time of short tests.
 */
export function lookUpOwnFramesOnly(): void {
  const lookUp = Error.prepareStackTrace;
  if (!lookUp) return;
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) =>
      isForeign(frame) ? `\n    at ${frame}` : lookUp(NAMELESS, [frame]).slice(NAMELESS_PREFIX),
    );
    return `${error.name}: ${error.message}${lines.join("")}`;
  };
}

/** The stack of a single frame is ": " and that frame's line; a non-empty name would precede it. */
const NAMELESS = { name: "", message: "" } as Error;
const NAMELESS_PREFIX = "Error: ".length;

function isForeign(frame: NodeJS.CallSite): boolean {
  return /^node:|\/node_modules\//.test(frame.getFileName() ?? "node:");
}
