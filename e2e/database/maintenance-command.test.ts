import { spawnSync } from "node:child_process";
import { expect, test } from "@/e2e/support/api";
import { nothing } from "@/e2e/support/knowledge";
import { makeScratchDatabase } from "@/e2e/support/scratch";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

test.describe("the command line", { tag: "@slow" }, () => {
  function run(file: string, url: string, ...words: string[]) {
    const environment = { ...process.env, DATABASE_URL: url, LOG_LEVEL: "silent" };
    const ended = spawnSync(process.execPath, ["--import", "tsx", file, ...words], {
      cwd: PROJECT_ROOT,
      encoding: "utf8",
      env: environment,
    });
    return { code: ended.status, out: ended.stdout, err: ended.stderr };
  }

  test("creates, lists and revokes the first maintainer, and shows the token once without storing it", async () => {
    const scratch = await makeScratchDatabase();
    const connections = (...words: string[]) => run("lib/cli/connections.ts", scratch.url, ...words);
    try {
      const made = connections("create", "First maintainer", "--role", "maintainer");
      const [token = ""] = /ck_[A-Za-z0-9_-]{43}/.exec(made.out) ?? [];
      const [id = ""] = /con_[A-Za-z0-9_-]{22}/.exec(made.out) ?? [];
      const [row] = await scratch.sql`
        select c.name, c.role, c.token_hash = sha256(${token}::bytea) as fits from connections c where c.connection_id = ${id}`;
      expect(row).toEqual({ name: "First maintainer", role: "maintainer", fits: true });
      expect(connections("list").out).toMatch(
        new RegExp(`^${id}  maintainer  active .*First maintainer\\n1 connection\\n$`),
      );
      expect(connections("revoke", id)).toMatchObject({ code: 0 });
      expect(connections("revoke", id)).toMatchObject({ code: 1, err: "The connection is revoked already.\n" });
      expect(connections("promote", "con_AAAAAAAAAAAAAAAAAAAAAA")).toMatchObject({ code: 1 });
      for (const words of [["create", "a < b"], ["promote"], ["create", "x", "--role", "king"]]) {
        expect(connections(...words).code, words.join(" ")).toBe(2);
      }
      // Reserved names are for maintainers, and only this command can use them.
      expect(connections("create", "Cairn maintainers")).toMatchObject({
        code: 1,
        out: "",
        err: expect.stringContaining("reserved"),
      });
      expect(connections("create", "Cairn maintainers", "--role", "maintainer")).toMatchObject({ code: 0 });
      const named = await scratch.sql`select c.role from connections c where c.name = 'Cairn maintainers'`;
      expect([...named]).toEqual([{ role: "maintainer" }]);
    } finally {
      await scratch.drop();
    }
  });

  test("offers the maintainers' verbs and records the same decisions", async () => {
    const scratch = await makeScratchDatabase();
    const maintain = (...words: string[]) => run("lib/cli/maintain.ts", scratch.url, ...words);
    try {
      expect(maintain("signup", "--open", "false", "--reason", "A wave of spam.")).toMatchObject({
        code: 0,
        out: '{\n  "open": false\n}\n',
      });
      const rows = await scratch.sql`select d.kind, d.decided_by, d.reason from decisions d`;
      expect([...rows]).toEqual([{ kind: "signup", decided_by: "Operator", reason: "A wave of spam." }]);
      expect(maintain("queue")).toMatchObject({ code: 0, out: "[]\n" });
      expect(maintain("judged-again")).toMatchObject({ code: 0, out: "[]\n" });
      const ids = ["--skill-id", nothing.skill_id, "--version-id", nothing.version_id, "--reason", "Seen."];
      expect(maintain("keep", ...ids, "--rules-version", "2")).toMatchObject({
        code: 1,
        err: "not_found: This skill has no such version.\n",
      });
      expect(maintain("keep", ...ids, "--rules-version", "two").code).toBe(2);
      const hidden = maintain("hide", "--message-id", nothing.message_id, "--reason", "Spam.");
      expect(hidden).toMatchObject({ code: 1, err: "not_found: No message has this id.\n" });
      expect(maintain("hide", "--reason", "Spam.")).toMatchObject({
        code: 2,
        err: expect.stringContaining("--message-id is missing"),
      });
      expect(maintain("signup", "--open", "maybe", "--reason", "x").code).toBe(2);
      expect(maintain("dance").code).toBe(2);
    } finally {
      await scratch.drop();
    }
  });
});
