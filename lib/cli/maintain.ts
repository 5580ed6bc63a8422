import { parseArgs } from "node:util";
import type { z } from "zod";
import { closeDatabase, read } from "@/db/client";
import { submissionsInReview } from "@/db/queries/review-queue";
import { openDatabase } from "@/lib/cli/open-database";
import { revokeConnection, setSignup } from "@/lib/contract/maintenance/connections";
import { eraseMessage, hideMessage, showMessage, vouchForMessage } from "@/lib/contract/maintenance/messages";
import { decideSubmission } from "@/lib/contract/maintenance/queue";
import {
  addReviewNote,
  eraseVersion,
  keepVersion,
  quarantineVersion,
  restoreVersion,
  selectVersion,
  vouchForVersion,
  withdrawVersion,
} from "@/lib/contract/maintenance/versions";
import { revoking, settingSignup } from "@/lib/domain/moderation/connections";
import { erasingMessage, erasingVersion } from "@/lib/domain/moderation/erase";
import { hiding, showing, vouchingForMessage } from "@/lib/domain/moderation/messages";
import { byOperator, type Moderation } from "@/lib/domain/moderation/moderate";
import { basesOf, listJudgedAgain, listQueueOfWaiting, presentQueueItem } from "@/lib/domain/moderation/queue";
import { keeping, reviewing } from "@/lib/domain/moderation/reviews";
import { selecting, submissionModeration } from "@/lib/domain/moderation/select-version";
import { quarantining, vouching } from "@/lib/domain/moderation/waiting";
import { restoring, withdrawing } from "@/lib/domain/moderation/withdraw-version";
import { messageOf, Problem } from "@/lib/platform/errors";

type Values = Record<string, string | undefined>;
type Command = { fields: string[]; prepare: (values: Values) => () => Promise<unknown> };

const QUEUE_MAX = 100;
const READS = new Set(["queue", "judged-again", "waiting"]);

const commands: Record<string, Command> = {
  queue: { fields: [], prepare: () => listQueue },
  "review-note": command(addReviewNote, reviewing),
  select: command(selectVersion, selecting),
  withdraw: command(withdrawVersion, withdrawing),
  restore: command(restoreVersion, restoring),
  decide: command(decideSubmission, submissionModeration),
  vouch: command(vouchForVersion, vouching),
  quarantine: command(quarantineVersion, quarantining),
  keep: command(keepVersion, keeping),
  "judged-again": { fields: [], prepare: () => async () => (await listJudgedAgain(QUEUE_MAX)).data },
  waiting: { fields: [], prepare: () => async () => (await listQueueOfWaiting(QUEUE_MAX)).data },
  hide: command(hideMessage, hiding),
  show: command(showMessage, showing),
  "vouch-message": command(vouchForMessage, vouchingForMessage),
  "erase-message": command(eraseMessage, erasingMessage),
  "erase-version": command(eraseVersion, erasingVersion),
  revoke: command(revokeConnection, revoking),
  signup: command(setSignup, settingSignup),
};

class WrongUsage extends Error {}

process.exitCode = await main();

async function main(): Promise<number> {
  const [name = "--help", ...words] = process.argv.slice(2);
  try {
    if (name === "--help" || name === "-h") {
      process.stdout.write(help());
      return 0;
    }
    const chosen = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!chosen) throw new WrongUsage(`There is no command ${name}.`);
    const run = chosen.prepare(readValues(chosen, words));
    const { close } = await openDatabase(READS.has(name) ? "reads" : "writes");
    try {
      process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`);
    } finally {
      await closeDatabase();
      await close();
    }
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) process.stderr.write(`${error.message}\n\n${help()}`);
    else process.stderr.write(`${error instanceof Problem ? error.message : String(error)}\n`);
    return error instanceof WrongUsage ? 2 : 1;
  }
}

/** A command whose options are the fields of the equivalent endpoint. */
function command<I extends { reason: string }, A>(
  contract: { input: z.ZodType<I> & { shape: Record<string, z.ZodType> } },
  moderation: Moderation<I, A>,
): Command {
  return {
    fields: Object.keys(contract.input.shape),
    prepare: (values) => {
      const given = Object.fromEntries(
        Object.entries(values).map(([field, value]) => [field, asJson(value, contract.input.shape[field])]),
      );
      const parsed = contract.input.safeParse(given);
      if (!parsed.success) {
        const wrong = parsed.error.issues.map(({ path: [field = ""], message }) => {
          const option = `--${String(field).replaceAll("_", "-")}`;
          return Object.hasOwn(given, field) ? `  ${option}: ${message}` : `  ${option} is missing`;
        });
        throw new WrongUsage(`Some options are missing or wrong:\n${wrong.join("\n")}`);
      }
      return () => byOperator(moderation, parsed.data);
    },
  };
}

function readValues({ fields }: Command, words: string[]): Values {
  const options = Object.fromEntries(fields.map((field) => [field.replaceAll("_", "-"), { type: "string" as const }]));
  try {
    const { values } = parseArgs({ args: words, options });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name.replaceAll("-", "_"), String(value)]),
    );
  } catch (error) {
    throw new WrongUsage(messageOf(error));
  }
}

/** Converts the text of an option to its field's type. */
function asJson(text: string | undefined, field: z.ZodType | undefined): unknown {
  if (field?.type === "number" && /^\d{1,9}$/.test(text ?? "")) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}

async function listQueue(): Promise<unknown> {
  const rows = await read((sql) => submissionsInReview(sql, null, QUEUE_MAX));
  const bases = await basesOf(rows);
  return rows.map((row) => presentQueueItem(row, bases));
}

function help(): string {
  const lines = Object.entries(commands).map(([name, { fields }]) => {
    const options = fields.map((field) => ` --${field.replaceAll("_", "-")} …`).join("");
    return `  ${name}${options}`;
  });
  return `Usage: npm run maintain -- COMMAND [options]

Makes maintainer decisions on the command line. Each needs a reason, which is public.

${lines.join("\n")}

Environment
  DATABASE_URL     the database; default: the embedded Postgres of this clone, running or not

Exit code: 0 done, 1 refused or failed, 2 wrong usage.
`;
}
