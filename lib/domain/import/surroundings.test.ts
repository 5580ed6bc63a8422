import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { readCheckout } from "@/lib/domain/import/surroundings";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
let root = "";

test.beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "cairn-checkout-")));
});
test.afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function checkout(url: string): string | null | undefined {
  put(".git/HEAD", "ref: refs/heads/main\n");
  put(".git/refs/heads/main", `${COMMIT}\n`);
  put(".git/config", `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*\n`);
  return readCheckout(root)?.repository;
}

test("a remote is shown as its https address without credentials", () => {
  for (const url of [
    "https://github.com/acme/skills.git",
    "https://user:secret@github.com/acme/skills.git",
    "https://x-access-token@github.com/acme/skills",
    "git@github.com:acme/skills.git",
    "ssh://git@github.com:22/acme/skills.git",
    "git://github.com/acme/skills.git",
  ])
    expect(checkout(url), url).toBe("https://github.com/acme/skills");
  for (const url of [
    "/srv/git/skills.git",
    "../skills",
    "file:///srv/skills",
    "http://github.com/a/b",
    "C:\\skills",
    "git@forge:a/b",
  ])
    expect(checkout(url), url).toBeNull();
});

test("origin comes first, then the only remote", () => {
  checkout("https://github.com/acme/skills");
  const remote = (name: string, path: string) => `[remote "${name}"]\n\turl = https://github.com/${path}\n`;
  put(".git/config", remote("fork", "me/skills") + remote("origin", "acme/skills"));
  expect(readCheckout(root)?.repository).toBe("https://github.com/acme/skills");
  put(".git/config", remote("upstream", "acme/skills"));
  expect(readCheckout(root)?.repository).toBe("https://github.com/acme/skills");
  put(".git/config", remote("a", "a/skills") + remote("b", "b/skills"));
  expect(readCheckout(root)?.repository).toBeNull();
});

test("the commit is read from a loose reference, a packed one and a detached head", () => {
  checkout("https://github.com/acme/skills");
  put("skills/a/SKILL.md", "");
  expect(readCheckout(path.join(root, "skills/a"))).toEqual({
    top: root,
    repository: "https://github.com/acme/skills",
    commit: COMMIT,
  });
  rmSync(path.join(root, ".git/refs"), { recursive: true });
  put(".git/packed-refs", `# pack-refs\n${COMMIT} refs/heads/main\n${"f".repeat(40)} refs/heads/maintenance\n`);
  expect(readCheckout(root)?.commit).toBe(COMMIT);
  put(".git/HEAD", `${"e".repeat(40)}\n`);
  expect(readCheckout(root)?.commit).toBe("e".repeat(40));
  put(".git/HEAD", "ref: refs/../../../../etc/passwd\n");
  expect(readCheckout(root)?.commit).toBeNull();
});

test("a linked worktree reads its own head and the shared settings", () => {
  put("main/.git/config", '[remote "origin"]\n\turl = https://github.com/acme/skills\n');
  put("main/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
  put("main/.git/worktrees/w/commondir", "../..\n");
  put("main/.git/refs/heads/w", `${COMMIT}\n`);
  put("w/.git", `gitdir: ${path.join(root, "main/.git/worktrees/w")}\n`);
  expect(readCheckout(path.join(root, "w"))).toEqual({
    top: path.join(root, "w"),
    repository: "https://github.com/acme/skills",
    commit: COMMIT,
  });
});

test("a folder outside a checkout has none, and broken files of git are no error", () => {
  expect(readCheckout(root)).toBeNull();
  mkdirSync(path.join(root, ".git"));
  expect(readCheckout(root)).toEqual({ top: root, repository: null, commit: null });
});

test("what is no file is not read: a device never ends", () => {
  symlinkSync("/dev/zero", path.join(root, ".git"));
  expect(readCheckout(root)).toMatchObject({ repository: null, commit: null });
});
