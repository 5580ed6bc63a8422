import type { CommandFacts, Script } from "@/lib/text/safety/skill/shell/script";
import * as taint from "@/lib/text/safety/skill/taint";

/** Data that must not be committed to a repository; file names from a search are allowed. */
const COMMITTED = taint.SECRET | taint.ENVIRONMENT | taint.CLIPBOARD | taint.PIPELINE_SECRET | taint.WATCHED;
const COMMITS = new Set(["add", "commit", "tag", "notes"]);
/** A repository outside well-known forges that is cloned to an inconspicuous place. */
const STRANGE_CLONE =
  /https?:\/\/(?!(?:[\w.-]{1,40}@)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|huggingface\.co|localhost)\/)\S{4,200} (?:\/tmp\/|\/var\/tmp\/|\/dev\/shm\/|\S{0,80}\/\.\w)/;
const REMOTE_CHANGED = /^remote (add|remove|rm) (\S{1,60})/;
const PUSHED = /^push (?:-\S+ ){0,4}(\S{1,60})/;

/** Judges private data in commits, clones to inconspicuous places, and pushes whose remote is removed afterwards. */
export function judgeGit(script: Script, { name, args, joined, held, at }: CommandFacts): void {
  if (name !== "git") return;
  const { files } = script.values;
  if (/^clone\b/.test(joined) && STRANGE_CLONE.test(joined)) files.set("cloned/", taint.REMOTE);
  const verb = args.findIndex(({ text }) => COMMITS.has(text));
  const kept = held.slice(verb + 1).reduce((sum, one) => sum | one.held | one.file, 0);
  if (verb >= 0 && kept & COMMITTED)
    script.report({ row: "shell: private data committed", rule: "sends_files_out", at });
  const [, change = "", remote = ""] = REMOTE_CHANGED.exec(joined) ?? [];
  const pushed = PUSHED.exec(joined)?.[1] ?? "";
  if (change === "add") files.set(`remote ${remote}`, taint.TREE_PATH);
  else if (pushed && files.has(`remote ${pushed}`)) files.set(`remote ${pushed}`, taint.SOURCE_TREE);
  else if (change && files.get(`remote ${remote}`) === taint.SOURCE_TREE)
    script.report({ row: "shell: pushed and forgotten", rule: "sends_files_out", at });
}
