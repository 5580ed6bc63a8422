import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { chance } from "@/e2e/samples/chance";
import { shape } from "@/e2e/samples/secrets";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
import { findSecrets } from "@/lib/text/safety/find-secrets";
import { stripPrivate } from "@/lib/text/safety/strip-private";

const names = ["ann", "Ann Smith", "anns-laptop", "billing-portal", "acme"];

test("an error keeps its words, its codes, public packages and versions", () => {
  const kept = [
    'Error: Route "[path]" used "cookies" inside "use cache". See [url]',
    "Module not found: Can't resolve 'react-dom/client' in next.js 16.1.0",
    "error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
    "npm error ERESOLVE could not resolve @types/react@19.3.0 from next@16.4.6 (package.json)",
    "E11000 duplicate key error, exit code 137, connect ECONNREFUSED localhost",
    "ModuleNotFoundError: No module named 'numpy'",
    "getaddrinfo ENOTFOUND localhost, next.js: 16.1.0, version 20.11.1:8",
    // A decision: one word in quotes stays, as it is more often a part of the error than a name.
    "Customer 'Roe' was not found",
  ];
  for (const text of kept) expect(stripPrivate(text, names)).toBe(text);
});

test("paths, addresses, names, identifiers and quoted data become placeholders", () => {
  const cases: Array<[string, string]> = [
    ["Error in /home/ann/billing-portal/src/app/page.tsx:10:5", "Error in [path]"],
    ["at C:\\Users\\Ann Smith\\app\\index.ts failed", "at [path] [path] failed"],
    ["cannot open '/Users/Ann Smith/My Work/plan.docx'", "cannot open '[path]'"],
    ["ENOENT: ../secret-plan/notes.md and src/billing/invoice.ts:3", "ENOENT: [path] and [path]"],
    ['File "\\\\fileserver\\share\\x.py", line 3', 'File "[path]", line 3'],
    ["secret-plan.ts(3,1): error", "[file](3,1): error"],
    ["fatal: could not read from git@git.acme.internal:acme/portal.git", "fatal: could not read from [email]:[path]"],
    ["401 from https://user:pass@registry.acme.com/npm/?a=b", "401 from [url]"],
    [
      "connect ECONNREFUSED 10.0.12.7:5432 and fe80:0:0:0:1 and db.prod.acme.internal:5432",
      "connect ECONNREFUSED [address] and [address] and [address]",
    ],
    ["connect ECONNREFUSED db.acme-secret.tech:5432", "connect ECONNREFUSED [address]"],
    ["getaddrinfo ENOTFOUND gitlab.kunde.se", "getaddrinfo ENOTFOUND [address]"],
    ["Could not resolve host: git.kunde.se", "Could not resolve host: [address]"],
    ["no answer of vault.corp.example or ci.acme.co.za", "no answer of [address] or [address]"],
    ["java.io.IOException: broken pipe", "[address].IOException: broken pipe"],
    ["dial db.acme-secret.tech:5432 from secret-plan.ts:3", "dial [address] from [file]"],
    ["mail ann.smith+x@acme.example bounced", "mail [email] bounced"],
    ["Ann could not log in to ANNS-LAPTOP", "[name] could not log in to [name]"],
    ['Customer "Jane Roe" has no account 12345678', 'Customer "[text]" has no account [id]'],
    ["id 3fa85f64-5717-4562-b3fc-2c963f66afa6, commit 8fcd362ab", "id [id], commit [id]"],
    ["Cannot find package '@acme-secret/ledger'", "Cannot find package '[package]'"],
    ["\u001b[31mError\u001b[0m: failed", "Error: failed"],
  ];
  for (const [text, stripped] of cases) expect(stripPrivate(text, names), text).toBe(stripped);
});

test("common words are not taken for names", () => {
  expect(stripPrivate("the app in node failed", ["app", "/srv/app/node", "ab"])).toBe("the app in node failed");
  expect(stripPrivate("git push to GitHub failed", ["git.kunde", "github"])).toBe("git push to GitHub failed");
});

test("no secret of any known shape is left", () => {
  const random = chance(7);
  for (const [name, sample] of Object.entries(shape)) {
    const text = sample(random);
    const stripped = stripPrivate(`The command failed.\n${text}\nExit code 1`);
    expect(stripped, name).not.toBe(`The command failed.\n${text}\nExit code 1`);
    expect(findSecrets(stripped), name).toEqual([]);
  }
});

test("what is private is gone from any mixture of texts around it", () => {
  const secret = `ghp_${"A1b2C3d4E5f6".repeat(3)}`;
  const privates = [
    "ann@acme.example",
    "/home/ann/billing-portal/x.ts",
    "10.1.2.3",
    secret,
    "Ann Smith",
    "C:\\Users\\ann\\x.ts",
  ];
  const words = fc.array(fc.constantFrom("error", "failed:", "(", "at", '"', "'", "\n", "=", "[", ","), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(words, fc.constantFrom(...privates), words, (before, found, after) => {
      const stripped = stripPrivate(`${before.join(" ")} ${found} ${after.join(" ")}`, names);
      expect(stripped).not.toContain(found);
      expect(stripped.toLowerCase()).not.toMatch(/\bann\b|smith|billing|10\.1\.2/);
    }),
    { numRuns: 400 },
  );
});

const LONG = `${"at /home/ann/x.ts:1:1 'a b' 1234567 ann@acme.example\n".repeat(4_000)}Error: the end`;

test("a long text is stripped, and keeps its end", () => {
  expect(stripPrivate(LONG, names)).toMatch(/Error: the end$/);
});

test("long and hostile texts are stripped within four seconds of CPU time", { tag: "@slow" }, async () => {
  await expectWithin("a long text", 4_000, () => leastProcessorMs(4_000, () => stripPrivate(LONG, names)));
  const hostile = [
    "a/".repeat(30_000),
    "1:".repeat(30_000),
    "a.".repeat(30_000),
    '"'.repeat(50_000),
    "a-".repeat(30_000),
    "a.com.".repeat(10_000),
    "ENOTFOUND ".repeat(5_000),
    `ENOTFOUND ${"a.".repeat(30_000)}`,
    `ENOTFOUND${" ".repeat(30_000)}`,
  ];
  const all = () => hostile.map((text) => stripPrivate(text, names));
  await expectWithin("the hostile texts", 4_000, () => leastProcessorMs(4_000, all));
});
