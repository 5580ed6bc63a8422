import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { read, write } from "@/db/client";
import { insertSource, lastReport, makeDue, sourceById } from "@/db/queries/sources";
import { word } from "@/e2e/support/fixtures";
import { type GitServer, startGitServer } from "@/e2e/support/git-server";
import { makeScratchLibrary } from "@/e2e/support/scratch-library";
import { sourceAddress } from "@/lib/domain/sources/address";
import { isPublicAddress } from "@/lib/domain/sources/public-host";
import { newId } from "@/lib/platform/ids";
import { followSource } from "@/lib/server/worker/follow-sources";

/** They start git, ours and the server's. */
test.describe("git repositories", { tag: "@slow" }, () => {
  let scratch: Awaited<ReturnType<typeof makeScratchLibrary>>;
  let server: GitServer;

  test.beforeEach(async () => {
    scratch = await makeScratchLibrary();
    server = await startGitServer();
    put("LICENSE", "SPDX-License-Identifier: MIT\n");
  });
  test.afterEach(async () => {
    await server.close();
    await scratch.drop();
  });

  function put(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(server.work, file)), { recursive: true });
    writeFileSync(path.join(server.work, file), text);
  }

  function skill(text: string): string {
    return `---\nname: pump\ndescription: How to stop it.\n---\n# Pump ${word()}\n\n${text}\n`;
  }

  function commit(...more: string[]): string {
    server.git("add", "--all");
    server.git("commit", "--quiet", "--allow-empty", "--message", "Change", ...more);
    return server.git("rev-parse", "HEAD");
  }

  async function add(address: string): Promise<string> {
    const source = { source_id: newId("src"), ...sourceAddress(address) };
    return (await write((sql) => insertSource(sql, source))).source_id;
  }

  async function run(source_id: string) {
    await write((sql) => makeDue(sql, source_id));
    await followSource(source_id, new AbortController().signal);
    const last = await read((sql) => sourceById(sql, source_id));
    return { ...last?.last_run, lines: await read((sql) => lastReport(sql, source_id)) };
  }

  const versions = () => scratch.sql`
    select k.source_path, v.ordinal, v.markdown, o.kind, o.address, o.commit, o.license, o.path
    from skills k
    join skill_versions v on v.skill_id = k.skill_id
    join version_origins o on o.version_id = v.version_id
    order by k.source_path, v.ordinal`;

  test("each change of a text is a version with its commit, also after a forced push and a rename", async () => {
    put("skills/pump/SKILL.md", skill("First."));
    const first = commit();
    const source_id = await add(server.url);
    expect(await run(source_id)).toMatchObject({ state: "succeeded", found: 1, new: 1 });
    expect(await versions()).toMatchObject([
      { ordinal: "1", kind: "git", address: server.url, commit: first, license: "MIT", path: "skills/pump" },
    ]);
    expect((await run(source_id)).lines).toMatchObject([{ result: "unchanged" }]);
    put("skills/pump/SKILL.md", skill("Second."));
    const second = commit("--amend");
    await run(source_id);
    expect((await versions()).map((row) => row.commit)).toEqual([first, second]);
    renameSync(path.join(server.work, "skills/pump"), path.join(server.work, "skills/valve"));
    commit();
    const { lines } = await run(source_id);
    expect(lines).toMatchObject([{ result: "refused", path: "skills/valve" }]);
    rmSync(path.join(server.work, "skills"), { recursive: true });
    commit();
    expect(await run(source_id)).toMatchObject({ state: "succeeded", found: 0 });
    expect(await versions()).toHaveLength(2);
  });

  test("a ref and a folder narrow it; links, submodules, hooks and odd names are passed over", async () => {
    put("docs/one/SKILL.md", skill("One."));
    put("other/SKILL.md", skill("Other."));
    put("docs/odd\nname/SKILL.md", skill("Odd."));
    put("docs/huge/SKILL.md", `${skill("Huge.")}${"x".repeat(300_000)}`);
    symlinkSync("/etc", path.join(server.work, "docs/etc"));
    mkdirSync(path.join(server.work, "docs/link"));
    symlinkSync("/etc/passwd", path.join(server.work, "docs/link/SKILL.md"));
    put(".gitmodules", '[submodule "x"]\n\tpath = docs/sub\n\turl = http://127.0.0.1:1/x\n');
    commit();
    server.git("branch", "stable");
    put("docs/two/SKILL.md", skill("Two."));
    commit();
    const { lines, ...ended } = await run(await add(`${server.url}.git#stable:docs`));
    expect(ended).toMatchObject({ state: "succeeded", found: 1, new: 1, refused: 1 });
    expect(lines.find(({ result }) => result === "refused")?.path).toBe("docs/huge");
    expect((await versions()).map((row) => row.path)).toEqual(["docs/one"]);
  });

  test("a host in a private network, another protocol and an unknown ref are refused", async () => {
    put("skills/pump/SKILL.md", skill("Text."));
    commit();
    const unknown = await run(await add(`${server.url}#nowhere`));
    expect(unknown).toMatchObject({ state: "failed", problem: expect.stringContaining("git says: fatal") });
    const source_id = await add(server.url);
    server.allow(false);
    expect(await run(source_id)).toMatchObject({
      state: "failed",
      problem: "the host 127.0.0.1 is in a private network, which SOURCE_HOSTS does not allow",
    });
    for (const wrong of [
      server.url,
      "http://github.com/acme/skills",
      "git://github.com/acme/skills",
      "ssh://git@github.com/acme/skills",
      "https://user:word@github.com/acme/skills",
      "https://localhost/acme/skills",
      "ext::sh -c true",
      "--upload-pack=true",
      "https://github.com/acme/skills#--upload-pack=true",
      "https://github.com/acme/skills#main:../..",
    ])
      expect(() => sourceAddress(wrong), wrong).toThrow();
    expect(sourceAddress("https://github.com/acme/skills.git#main:docs/").address).toBe(
      "https://github.com/acme/skills#main:docs",
    );
  });
});

test("addresses of private networks are told from public ones", () => {
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "0.0.0.0",
    "x",
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  for (const address of ["93.184.216.34", "2606:2800:220:1::1"])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});
