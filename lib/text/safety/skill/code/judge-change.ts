import { environmentIn, heldIn, homeIn } from "@/lib/text/safety/skill/code/held-values";
import { sourceAt } from "@/lib/text/safety/skill/code/name-sources";
import type { Program } from "@/lib/text/safety/skill/code/program";
import type { Token } from "@/lib/text/safety/skill/code/read-tokens";
import { isTrustedPlace, ruleOfWrite } from "@/lib/text/safety/skill/code/written-places";
import * as taint from "@/lib/text/safety/skill/taint";

const RUNS_COMMANDS =
  /system|popen|Popen|subprocess|execFile|execa|exec(?:Sync|\.Command\w*)$|^exec$|passthru|shell_exec|proc_open|Process|getRuntime|spawn|Command/;
const LEAVES =
  /\.src$|location\.href$|^location$|\.(?:extra|tags|contexts|breadcrumbs|attributes|metaData|customData)$/;

/** Judges a call that removes the whole home folder or everything in it. */
export function judgeDelete(program: Program, token: Token, from: number, end: number): void {
  if (!program.name(token.text).call.deletes) return;
  const owner = token.text.slice(0, token.text.lastIndexOf("."));
  let first = end;
  for (let index = from; index < end && first === end; index += 1) {
    if (program.text(index) === ",") first = index;
    const close = program.closes[index] ?? -1;
    if (close > index) index = close;
  }
  const isWhole =
    from < end
      ? homeIn(program, from, first, 0) & taint.WHOLE_HOME
      : owner !== "" && program.get(owner) & taint.WHOLE_HOME;
  if (isWhole) program.report({ row: "code: home removed", rule: "destroys_data", at: program.base + token.start });
}

/** Judges a text written to a place where a shell, an agent or the system runs or obeys it. */
export function judgeWrite(program: Program, token: Token, at: number, from: number, end: number): void {
  if (!program.name(token.text).call.places) return;
  let place = "";
  let content = "";
  for (let index = program.startOf(at); index < Math.min(end, at + 80); index += 1) {
    const one = program.tokens[index];
    const text =
      one?.kind === "text"
        ? one.text
        : one?.kind === "name"
          ? (program.values.literals.get(one.text.toLowerCase()) ?? "")
          : "";
    if (place === "" && text.length < 200 && isTrustedPlace(text)) place = text;
    else content += ` ${text.slice(0, 2_000)}`;
  }
  const owner = program.values.literals.get(token.text.slice(0, token.text.lastIndexOf(".")).toLowerCase()) ?? "";
  if (place === "" && isTrustedPlace(owner)) place = owner;
  if (place === "") return;
  const rule = ruleOfWrite(place, content, (heldIn(program, from, end) & (taint.REMOTE | taint.DECODED)) !== 0);
  if (rule) program.report({ row: "code: trusted place written", rule, at: program.base + token.start });
}

/** Judges a runner of code or commands with input from a request. */
export function judgeRequest(program: Program, token: Token, at: number, from: number, end: number): void {
  // `/a/.exec(text)` only matches a pattern.
  if (!program.name(token.text).call.runsRequest || program.text(at - 1) === ".") return;
  const name = token.text.replace(/^@/, "");
  const isCode = !RUNS_COMMANDS.test(name);
  if (/^(?:assert|include|spawn|spawnSync)$/.test(name) && !/^\$_/.test(program.text(from))) return;
  let held = 0;
  if (isCode) held = heldIn(program, from, end);
  else
    for (let index = from; index < Math.min(end, from + 40); index += 1) {
      const isFirst = index === from || (index === from + 1 && /^[[{]$/.test(program.text(from)));
      const afterOption = /^[-/]\w{0,3}c$/i.test(program.text(index - 2)) && program.tokens[index - 2]?.kind === "text";
      const one = program.tokens[index];
      if (one?.kind === "name" && (isFirst || afterOption))
        held |= program.get(one.text) | sourceAt(program, one, index);
    }
  if (held & taint.REQUEST)
    program.report({ row: "code: request run", rule: "back_door", at: program.base + token.start });
}

/** Judges an assignment at `at` to a property of a page or a report that sends its value off the machine. */
export function judgeTarget(program: Program, at: number, end: number, held: number): void {
  if (
    program.isName(at - 1) &&
    LEAVES.test(program.text(at - 1)) &&
    (held | environmentIn(program, at + 1, end)) & taint.PRIVATE
  )
    program.sent(at, held | taint.ENVIRONMENT);
}
