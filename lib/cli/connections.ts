import { parseArgs } from "node:util";
import { closeDatabase, read, transaction } from "@/db/client";
import { insertConnection, listConnections, promoteConnection } from "@/db/queries/connections";
import { openDatabase } from "@/lib/cli/open-database";
import { createConnection } from "@/lib/contract/public/connections";
import { newToken } from "@/lib/domain/connections/own-connection";
import { revoking } from "@/lib/domain/moderation/connections";
import { byOperator } from "@/lib/domain/moderation/moderate";
import { isReservedName } from "@/lib/domain/present/author";
import { messageOf, Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sha256 } from "@/lib/platform/secret";

const HELP = `Usage: npm run connections -- COMMAND

  create NAME [--role maintainer]    create a connection and show its token once; maintainers may use a reserved name
  list                               all connections
  promote CONNECTION_ID              give a connection the maintainer role
  revoke CONNECTION_ID [--reason R]  revoke it permanently and cancel its pending operations

Environment
  DATABASE_URL     the database; default: the embedded Postgres of this clone, running or not

Exit code: 0 done, 1 refused or failed, 2 wrong usage.
`;

class WrongUsage extends Error {}

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const { run, use } = readCommand(process.argv.slice(2));
    const { close } = await openDatabase(use);
    try {
      process.stdout.write(await run());
    } finally {
      await closeDatabase();
      await close();
    }
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) process.stderr.write(`${error.message}\n\n${HELP}`);
    else process.stderr.write(`${reasonOf(error)}\n`);
    return error instanceof WrongUsage ? 2 : 1;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.options.detail ?? error.message;
  return messageOf(error);
}

type Command = { run: () => Promise<string>; use: "reads" | "writes" };

function readCommand(words: string[]): Command {
  const { values, positionals } = parse(words);
  const [command, subject, ...rest] = positionals;
  if (values.help) return { run: async () => HELP, use: "reads" };
  if (rest.length > 0) throw new WrongUsage(`${rest[0]} is an extra argument. Put names with spaces in quotes.`);
  if (command === "list" && subject === undefined) return { run: list, use: "reads" };
  if (subject === undefined) throw new WrongUsage("Name a command and its argument.");
  return { run: writingCommand(command, subject, values), use: "writes" };
}

function writingCommand(
  command: string | undefined,
  subject: string,
  values: { role?: string | undefined; reason?: string | undefined },
): () => Promise<string> {
  if (command === "create") return () => create(nameOf(subject), roleOf(values.role));
  if (command === "promote") return () => promote(subject);
  if (command === "revoke") return () => revoke(subject, values.reason ?? "Revoked on the command line.");
  throw new WrongUsage(`There is no command ${command}.`);
}

function parse(words: string[]) {
  const options = {
    help: { type: "boolean", short: "h" },
    role: { type: "string" },
    reason: { type: "string" },
  } as const;
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch (error) {
    throw new WrongUsage(messageOf(error));
  }
}

function nameOf(text: string): string {
  const parsed = createConnection.input.safeParse({ name: text });
  if (!parsed.success) throw new WrongUsage(`The name ${parsed.error.issues[0]?.message ?? "is not valid"}.`);
  return parsed.data.name;
}

function roleOf(text: string | undefined): "member" | "maintainer" {
  if (text === undefined || text === "member") return "member";
  if (text === "maintainer") return text;
  throw new WrongUsage("--role must be member or maintainer.");
}

async function create(name: string, role: "member" | "maintainer"): Promise<string> {
  if (role === "member" && isReservedName(name))
    throw new Problem("name_reserved", { detail: "This name is reserved for maintainers: add --role maintainer." });
  const connection_id = newId("con");
  const token = newToken();
  await transaction(async (sql) => {
    await insertConnection(sql, { connection_id, name, homepage: null, token_hash: sha256(token) });
    if (role === "maintainer") await promoteConnection(sql, connection_id);
  });
  return `${connection_id}  ${role}  ${name}\n\nIts token is shown only now:\n${token}\n`;
}

async function list(): Promise<string> {
  const rows = await read(listConnections);
  const lines = rows.map((row) =>
    [
      row.connection_id,
      row.role.padEnd(10),
      row.control_mode.padEnd(9),
      row.created_at.toISOString(),
      `${row.operations} operations`,
      row.name,
    ].join("  "),
  );
  return `${[...lines, rows.length === 1 ? "1 connection" : `${rows.length} connections`].join("\n")}\n`;
}

async function promote(connection_id: string): Promise<string> {
  if (!(await transaction((sql) => promoteConnection(sql, connection_id))))
    throw new Error("No connection has this id.");
  return `${connection_id} now has the maintainer role.\n`;
}

async function revoke(connection_id: string, reason: string): Promise<string> {
  const { cancelled } = await byOperator(revoking, { connection_id, reason });
  return `${connection_id} is revoked; ${cancelled.length} operations cancelled.\n`;
}
