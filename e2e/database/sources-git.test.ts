import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { write } from "@/db/client";
import { insertSource } from "@/db/queries/sources";
import { word } from "@/e2e/support/fixtures";
import { makeScratchLibrary } from "@/e2e/support/scratch";
import { listening } from "@/e2e/support/servers";
import { runSource } from "@/e2e/support/sources";
import { sourceAddress } from "@/lib/domain/sources/address";
import { isPublicAddress } from "@/lib/domain/sources/public-host";
import { forgetEnv } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";

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

  /** A file that holds a tree with an entry `..` for the blob. */
  function treeFile(blob: string): string {
    const file = path.join(server.work, "..", "tree");
    writeFileSync(file, Buffer.concat([Buffer.from("100644 ..\0"), Buffer.from(blob, "hex")]));
    return file;
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
    expect(await runSource(source_id)).toMatchObject({ state: "succeeded", found: 1, new: 1 });
    expect(await versions()).toMatchObject([
      { ordinal: "1", kind: "git", address: server.url, commit: first, license: "MIT", path: "skills/pump" },
    ]);
    expect((await runSource(source_id)).lines).toMatchObject([{ result: "unchanged" }]);
    put("skills/pump/SKILL.md", skill("Second."));
    const second = commit("--amend");
    await runSource(source_id);
    expect((await versions()).map((row) => row.commit)).toEqual([first, second]);
    renameSync(path.join(server.work, "skills/pump"), path.join(server.work, "skills/valve"));
    commit();
    const { lines } = await runSource(source_id);
    expect(lines).toMatchObject([{ result: "refused", path: "skills/valve" }]);
    rmSync(path.join(server.work, "skills"), { recursive: true });
    commit();
    expect(await runSource(source_id)).toMatchObject({ state: "succeeded", found: 0 });
    expect(await versions()).toHaveLength(2);
  });

  const beside = async () => {
    const rows = await scratch.sql`
      select k.source_path, v.ordinal, f.path, convert_from(f.content, 'UTF8') as text
      from skills k
      join skill_versions v on v.skill_id = k.skill_id
      join version_files f on f.version_id = v.version_id
      order by k.source_path, v.ordinal, f.path`;
    return rows.map((row) => [row.source_path.slice(server.url.length + 1), row.ordinal, row.path, row.text]);
  };

  test("the files beside a text come along, each with the nearest text above it", async () => {
    put("SKILL.md", skill("The whole."));
    put("README.md", "# Of the repository\n");
    put("references/all.md", "# All\n");
    put("skills/pump/SKILL.md", skill("See [more](references/more.md)."));
    put("skills/pump/references/more.md", "# More\n");
    put("skills/pump/references/long.md", "x".repeat(70_000));
    put("skills/pump/.hidden/a.md", "Hidden.");
    put("skills/pump/inner/SKILL.md", skill("Inner."));
    put("skills/pump/inner/own.md", "# Own\n");
    symlinkSync("/etc/passwd", path.join(server.work, "skills/pump/passwd.txt"));
    commit();
    const source_id = await add(server.url);
    const { lines, ...ended } = await runSource(source_id);
    expect(ended).toMatchObject({ state: "succeeded", found: 3, new: 3, refused: 0 });
    expect(lines.filter(({ result }) => result === "note").map(({ path: at, reason }) => [at, reason])).toEqual([
      [
        "skills/pump",
        'left out: "passwd.txt" is a link; "references/long.md" has 70,000 bytes; a text file may have 65,536',
      ],
    ]);
    const first = [
      [".", "1", "references/all.md", "# All\n"],
      ["skills/pump", "1", "references/more.md", "# More\n"],
      ["skills/pump/inner", "1", "own.md", "# Own\n"],
    ];
    expect(await beside()).toEqual(first);
    expect((await runSource(source_id)).lines.map(({ result }) => result)).toEqual([
      "unchanged",
      "unchanged",
      "unchanged",
      "note",
    ]);

    // A changed file is a change of the text, and a file is judged as the text is.
    put("skills/pump/references/more.md", "# Even more\n");
    put("skills/pump/inner/own.md", `# Token gh${"p"}_${"aB3dE6gH9jK2".repeat(3)}\n`);
    commit();
    const again = (await runSource(source_id)).lines;
    expect(again.find(({ result }) => result === "refused")).toMatchObject({
      path: "skills/pump/inner",
      reason: expect.stringContaining("own.md"),
    });
    const changed = ["skills/pump", "2", "references/more.md", "# Even more\n"];
    expect(await beside()).toEqual([first[0], first[1], changed, first[2]]);
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
    const { lines, ...ended } = await runSource(await add(`${server.url}.git#stable:docs`));
    expect(ended).toMatchObject({ state: "succeeded", found: 1, new: 1, refused: 1 });
    expect(lines.find(({ result }) => result === "refused")?.path).toBe("docs/huge");
    expect((await versions()).map((row) => row.path)).toEqual(["docs/one"]);
  });

  test("a repository of 1 GB is given up while it is fetched", async () => {
    put("skills/pump/SKILL.md", skill("Text."));
    // Nothing is compressed, so a hole is sent in full.
    server.git("config", "core.compression", "0");
    const file = openSync(path.join(server.work, "huge.bin"), "w");
    ftruncateSync(file, 1_073_741_824);
    closeSync(file);
    commit();
    expect(await runSource(await add(server.url))).toMatchObject({
      state: "failed",
      problem: "it has more than 256 MiB",
    });
    expect(await versions()).toEqual([]);
  });

  test("of 10,000 skills two thousand are read, and the report says so", async () => {
    put("skills/0000/SKILL.md", skill("The first."));
    for (let at = 1; at < 10_000; at += 1) put(`skills/${String(at).padStart(4, "0")}/SKILL.md`, "# No front matter\n");
    commit();
    const { lines, ...ended } = await runSource(await add(server.url));
    expect(ended).toMatchObject({ state: "succeeded", found: 1, new: 1, refused: 2_000 });
    expect(lines[0]).toMatchObject({ path: ".", reason: "has 10,000 skills; only the first 2,000 are read" });
    expect(lines).toHaveLength(2_000);
    expect(lines.at(-1)).toMatchObject({ result: "note", reason: "2 more lines are left out" });
  });

  test("loops of links, names that mean something elsewhere, and trees that lead out of the repository", async () => {
    put("skills/pump/SKILL.md", skill("Text."));
    symlinkSync("loop", path.join(server.work, "loop"));
    symlinkSync("..", path.join(server.work, "skills/pump/up"));
    mkdirSync(path.join(server.work, "skills/round"));
    symlinkSync("SKILL.md", path.join(server.work, "skills/round/SKILL.md"));
    for (const odd of ["-rf", "$(touch x)", "a;b", "back\\slash", "r\u202etl", "new\nline", "%2e%2e", "x".repeat(200)])
      put(`skills/${odd}/SKILL.md`, skill(odd));
    commit();
    const source_id = await add(server.url);
    const { lines, ...ended } = await runSource(source_id);
    expect(ended).toMatchObject({ state: "succeeded", new: 6, refused: 0 });
    expect(lines.find(({ result }) => result === "note")).toMatchObject({
      path: "skills/pump",
      reason: 'left out: "up" is a link',
    });
    expect(lines.every(({ path: at }) => !/[\\\n]/.test(at))).toBe(true);

    // Git refuses such a tree when it is fetched.
    const blob = server.git("rev-parse", "HEAD:skills/pump/SKILL.md");
    const tree = server.git("hash-object", "-t", "tree", "--literally", "-w", treeFile(blob));
    const made = server.git("commit-tree", tree, "-m", "Out", "-p", "HEAD");
    server.git("update-ref", "refs/heads/main", made);
    expect(await runSource(source_id)).toMatchObject({
      state: "failed",
      problem: "git says: fatal: index-pack failed",
    });
    expect(await versions()).toHaveLength(6);
  });

  test("a branch that was deleted, and a repository that is gone, end as failed runs that change nothing", async () => {
    put("skills/pump/SKILL.md", skill("Text."));
    commit();
    server.git("branch", "stable");
    const source_id = await add(`${server.url}#stable`);
    await runSource(source_id);
    server.git("branch", "-D", "stable");
    expect(await runSource(source_id)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("git says: fatal"),
    });
    rmSync(path.join(server.work, ".git"), { recursive: true });
    expect(await runSource(source_id)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("git says: "),
    });
    expect(await versions()).toHaveLength(1);
  });

  test("a pack of a few kilobytes that unpacks to gigabytes takes no memory for them", async () => {
    const { bytes, commit: made } = bombPack();
    const file = path.join(server.work, ".git/objects/pack/pack-bomb.pack");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    server.git("index-pack", file);
    server.git("update-ref", "refs/heads/main", made);
    expect(await runSource(await add(server.url))).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("git says: fatal: "),
    });
  });

  test("one licence file in a hundred thousand folders is read once", async () => {
    const hash = (words: string[], input: string) =>
      execFileSync("git", words, { cwd: server.work, input, encoding: "utf8" }).trim();
    const blob = hash(["hash-object", "-w", "--stdin"], "a b ".repeat(60_000));
    let tree = hash(["mktree"], `100644 blob ${blob}\tLICENSE\n`);
    for (let level = 0; level < 5; level += 1) {
      const entries = Array.from({ length: 10 }, (_, at) => `040000 tree ${tree}\t${at}\n`);
      tree = hash(["mktree"], entries.join(""));
    }
    server.git("update-ref", "refs/heads/main", server.git("commit-tree", tree, "-m", "Many"));
    expect(await runSource(await add(server.url))).toMatchObject({ state: "succeeded", found: 0 });
  });

  test("a host in a private network, another protocol and an unknown ref are refused", async () => {
    put("skills/pump/SKILL.md", skill("Text."));
    commit();
    const unknown = await runSource(await add(`${server.url}#nowhere`));
    expect(unknown).toMatchObject({ state: "failed", problem: expect.stringContaining("git says: fatal") });
    const source_id = await add(server.url);
    server.allow(false);
    expect(await runSource(source_id)).toMatchObject({
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

/** A pack with a commit of two files: one is a delta of 140 bytes that repeats a base of 16 MiB without content twenty times. */
function bombPack(): { bytes: Buffer; commit: string } {
  const base = Buffer.alloc(0xff_ffff);
  const times = 20;
  const repeated = Buffer.concat(Array(times).fill(Buffer.from([0xf0, 0xff, 0xff, 0xff])));
  const delta = Buffer.concat([varint(base.length), varint(times * base.length), repeated]);
  const id = (kind: string, parts: Buffer[]) => {
    const hash = createHash("sha1").update(`${kind} ${parts.reduce((sum, part) => sum + part.length, 0)}\0`);
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  // The base is there too: a server sends deltas of what it sends.
  const tree = Buffer.concat([
    Buffer.from("100644 SKILL.md\0"),
    id("blob", Array(times).fill(base)),
    Buffer.from("100644 base\0"),
    id("blob", [base]),
  ]);
  const by = "Test <test@example.org> 1 +0000";
  const commit = Buffer.from(`tree ${id("tree", [tree]).toString("hex")}\nauthor ${by}\ncommitter ${by}\n\nBomb\n`);
  // Kinds of objects in a pack: 1 commit, 2 tree, 3 blob, 7 a delta of the object that is named before it.
  const object = (kind: number, content: Buffer, before: Uint8Array = new Uint8Array()) => {
    const size = [(kind << 4) | (content.length & 15) | 128, ...varint(content.length >>> 4)];
    return Buffer.concat([Buffer.from(size), before, deflateSync(content)]);
  };
  const head = Buffer.from([..."PACK".split("").map((letter) => letter.charCodeAt(0)), 0, 0, 0, 2, 0, 0, 0, 4]);
  const objects = [object(3, base), object(7, delta, id("blob", [base])), object(2, tree), object(1, commit)];
  const pack = Buffer.concat([head, ...objects]);
  const bytes = Buffer.concat([pack, createHash("sha1").update(pack).digest()]);
  return { bytes, commit: id("commit", [commit]).toString("hex") };
}

/** Seven bits a byte, the lowest first; all but the last have the highest bit. */
function varint(value: number): Buffer {
  const bytes = [];
  for (let rest = value; ; rest = rest >>> 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Buffer.from(bytes);
  }
}

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

/** A git server on this machine with one repository, whose host the operator allows until `close`. */
type GitServer = {
  /** The address of the repository. */
  url: string;
  /** The work tree behind it: what is committed there is served. */
  work: string;
  git(...words: string[]): string;
  allow(allows: boolean): void;
  close(): Promise<void>;
};

async function startGitServer(): Promise<GitServer> {
  const root = mkdtempSync(path.join(tmpdir(), "cairn-git-"));
  const work = path.join(root, "skills");
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...words], {
      cwd: work,
      encoding: "utf8",
    }).trim();
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", work]);
  git("config", "uploadpack.allowFilter", "true");
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const backend = spawn("git", ["http-backend"], {
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH ?? "",
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        PATH_INFO: url.pathname.replace(/^\/skills/, "/skills/.git"),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? "GET",
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
    });
    request.pipe(backend.stdin);
    backend.stdin.on("error", () => {});
    // A client that goes away ends what answers it.
    response.once("close", () => backend.kill("SIGKILL"));
    let head = Buffer.alloc(0);
    const readHead = (part: Buffer) => {
      head = Buffer.concat([head, part]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      backend.stdout.off("data", readHead);
      for (const line of head.subarray(0, end).toString("latin1").split("\r\n")) {
        const [name = "", value = ""] = line.split(": ", 2);
        if (name === "Status") response.statusCode = Number.parseInt(value, 10);
        else if (name !== "") response.setHeader(name, value);
      }
      response.write(head.subarray(end + 4));
      backend.stdout.pipe(response);
    };
    backend.stdout.on("data", readHead);
  });
  const { port, close } = await listening(server);
  const host = `127.0.0.1:${port}`;
  const allow = (allows: boolean) => {
    if (allows) process.env.SOURCE_HOSTS = `other.example, ${host}`;
    else delete process.env.SOURCE_HOSTS;
    forgetEnv();
  };
  allow(true);
  return {
    url: `http://${host}/skills`,
    work,
    git,
    allow,
    async close() {
      allow(false);
      await close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
