import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { suggestionOf } from "@/lib/server/formats/agents/hook/suggestion";

declare const CAIRN_BASE: string;

const DAY_MS = 86_400_000;
const TIME_MS_MAX = 8_000;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** The hook at the start of a session. Off, it does nothing; on, it asks once a day and project what fits. */
async function main(): Promise<void> {
  if (process.env.CLAUDE_PLUGIN_OPTION_SUGGEST_SKILLS !== "on") return;
  const session: { cwd?: unknown } = Object(JSON.parse(await text(process.stdin)));
  const cwd = typeof session.cwd === "string" ? session.cwd : process.cwd();
  if (wasToday(cwd)) return;
  const program = path.join(import.meta.dirname, "program", "cairn.js");
  const { stdout } = await promisify(execFile)(process.execPath, [program, "suggest", "--json"], {
    cwd,
    timeout: TIME_MS_MAX,
    maxBuffer: OUTPUT_BYTES_MAX,
    env: { ...process.env, CAIRN_URL: CAIRN_BASE },
  });
  const additionalContext = suggestionOf(JSON.parse(stdout), CAIRN_BASE);
  if (additionalContext === null) return;
  const answer = { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext } };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Whether a session of this project asked in the last day; remembers that this one does. */
function wasToday(cwd: string): boolean {
  const settings = process.env.XDG_CONFIG_HOME || path.join(homedir(), ".config");
  const name = createHash("sha256").update(cwd).digest("hex").slice(0, 32);
  const file = path.join(settings, "cairn", "suggested", name);
  const before = statSync(file, { throwIfNoEntry: false });
  if (before && Date.now() - before.mtimeMs < DAY_MS) return true;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, "");
  return false;
}

// A session begins without it as well.
main().catch(() => {});
