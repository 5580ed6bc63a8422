import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { readMigrations } from "@/db/migrate";

const FOLDER = path.join(import.meta.dirname, "migrations");

test("every migration is as it was recorded when it landed", () => {
  const recorded = new Map(
    readFileSync(path.join(FOLDER, "checksums.txt"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  const unknown = files.filter((name) => !recorded.has(name));
  const edited = files.filter((name) => recorded.has(name) && recorded.get(name) !== sha256(name));
  const gone = [...recorded.keys()].filter((name) => !files.includes(name));
  expect(
    [...edited, ...gone],
    `Databases have been migrated with ${[...edited, ...gone].join(", ")} as recorded and never run a file twice. Take the old text back (git checkout) and put the change into a new migration. A migration that nobody else has yet may be recorded anew: delete its line in db/migrations/checksums.txt and run this test again.`,
  ).toEqual([]);
  expect(
    unknown,
    `A new migration is recorded once, when it lands: cd db/migrations && sha256sum ${unknown.join(" ")} >> checksums.txt`,
  ).toEqual([]);
});

test("every migration has a number of its own", () => {
  const versions = readMigrations(FOLDER).map(({ version }) => version);
  expect(new Set(versions).size).toBe(versions.length);
});

/** What stops the service that runs meanwhile, or breaks the release that runs meanwhile, and the way that does not. */
const RULES = [
  {
    found: /^create\s+(unique\s+)?index\s+(?!concurrently)/,
    instead: "create index concurrently, in a file that begins with `-- migrate:up transaction:false`",
  },
  {
    found: /^alter\s+table\b.*\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/,
    instead: "add a column and fill it",
  },
  { found: /^alter\s+table\b.*\badd\s+(column\b.*\bgenerated\b.*\bstored\b)/, instead: "add a column and fill it" },
  {
    found: /^alter\s+table\b.*\badd\s+(constraint|check|foreign|unique)\b(?!.*\bnot\s+valid\b)/,
    instead: "add it `not valid` and validate it in a later migration",
  },
  {
    found: /^alter\s+table\b.*\bset\s+not\s+null\b/,
    instead: "add a check `not valid`, validate it, then set not null",
  },
  {
    found:
      /^(alter\s+table\b.*\b(rename|drop\s+(column\s+)?(?!constraint|default|not\b|expression))|drop\s+(table|view|column|function))\b/,
    instead: "leave it until no release that uses it runs any more",
  },
  { found: /^(vacuum\s+full|cluster|lock\s+table|truncate)\b/, instead: "nothing that locks a whole table" },
];

test("no new migration locks a table for long or breaks the release that still runs", () => {
  const wrong = readMigrations(FOLDER).flatMap(({ name, up }) =>
    broken(up).map((complaint) => `${name}: ${complaint}`),
  );
  expect(
    wrong,
    "Where it does no harm, say why in the line above the statement: `-- allowed: the table is new and empty`.",
  ).toEqual([]);
});

test("the rules find what they are for, and nothing else", () => {
  const refused = [
    "create index a on threads (title);",
    "CREATE UNIQUE INDEX a\n  ON threads (title);",
    "alter table threads alter column title type varchar(80);",
    "alter table threads alter title set data type json using title::json;",
    "do $$ begin\n  if true then\n    create index a on threads (title);\n  end if; end $$;",
    "alter table threads add column s tsvector generated always as (to_tsvector('english', title)) stored;",
    "alter table threads add constraint a check (title <> '');",
    "alter table threads alter column title set not null;",
    "alter table threads rename column title to name;",
    "alter table threads drop column title;",
    "drop view visible_threads;",
    "-- allowed:\ncreate index a on threads (title);",
  ];
  const accepted = [
    "create index concurrently a on threads (title);",
    "create table made (id text);\ncreate index a on made (id);",
    "alter table threads add column hint text;",
    "alter table threads add constraint a check (title <> '') not valid;",
    "alter table threads alter column title drop default;",
    "-- allowed: it holds one row.\ncreate index a on settings (name);",
    "comment on table threads is 'create index a on threads;';",
    "-- create index a on threads (title);",
  ];
  expect(refused.filter((sql) => broken(sql).length === 0)).toEqual([]);
  expect(accepted.filter((sql) => broken(sql).length > 0)).toEqual([]);
});

/** Each statement of a migration that breaks a rule, and what to write instead. */
function broken(up: string): string[] {
  const made = [...up.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map((match) => match[1] ?? "");
  return statementsOf(up).flatMap(({ text, allowed }) => {
    const rule = RULES.find(({ found }) => found.test(text));
    const table = /\b(?:on|table)\s+(?:only\s+)?(\w+)/.exec(text)?.[1] ?? "";
    return rule && !allowed && !made.includes(table) ? [`${text.slice(0, 80)} → ${rule.instead}`] : [];
  });
}

/** Statements in lower case on one line, also those within blocks of plpgsql; `allowed`: the line above gives a reason. */
function statementsOf(up: string): { text: string; allowed: boolean }[] {
  const withoutTexts = up.replace(/'(?:[^']|'')*'/g, "''");
  return withoutTexts.split(/;|\bbegin\b|\bthen\b|\belse\b/i).map((part) => {
    const allowed = /^\s*--\s*allowed:[ \t]*\S/m.test(part);
    return { text: part.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim().toLowerCase(), allowed };
  });
}

function sha256(name: string): string {
  return createHash("sha256")
    .update(readFileSync(path.join(FOLDER, name)))
    .digest("hex");
}
