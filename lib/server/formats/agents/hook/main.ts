import { text } from "node:stream/consumers";
import { type Failure, lookUp, namesHere } from "@/lib/server/formats/agents/hook/look-up";

declare const CAIRN_BASE: string;

/** The hook of the plugin, started after each failed tool. Off, it does nothing; it never fails the agent. */
async function main(): Promise<void> {
  const mode = process.env.CLAUDE_PLUGIN_OPTION_LOOK_UP_ERRORS;
  if (mode !== "show" && mode !== "send") return;
  const failure: Failure & { cwd?: unknown } = Object(JSON.parse(await text(process.stdin)));
  const cwd = typeof failure.cwd === "string" ? failure.cwd : process.cwd();
  const answer = await lookUp(failure, { mode, base: CAIRN_BASE, names: () => namesHere(cwd) });
  if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
}

// The command has failed already. What fails here failed before anything was sent: it is not worth a second message.
main().catch(() => {});
