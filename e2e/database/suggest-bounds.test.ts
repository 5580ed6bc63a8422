import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@/e2e/support/api";
import { runCommand } from "@/e2e/support/command-home";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { semver } from "@/e2e/support/knowledge-reading";
import { makeProject } from "@/e2e/support/made-project";
import { expectWithin, processorMs } from "@/e2e/support/measuring";

const SUGGEST_MS_MAX = 2_000;
const HOSTILE_MS_MAX = 1_000;
const MIB = 1024 * 1024;

test("suggest answers for three hundred dependencies within two seconds", { tag: "@slow" }, async ({ api }) => {
  const technology = word();
  await publishSkill({ applicability: [semver(technology, "^1.0.0")] });
  const names = [technology, ...Array.from({ length: 299 }, () => word())];
  const packages = names.map((name) => [
    `node_modules/${name}`,
    { version: "1.2.0", resolved: "https://registry.npmjs.org/a.tgz" },
  ]);
  const project = makeProject({
    "package.json": { dependencies: Object.fromEntries(names.map((name) => [name, "^1.0.0"])) },
    "package-lock.json": { lockfileVersion: 3, packages: Object.fromEntries(packages) },
  });
  const run = async () => {
    const started = performance.now();
    const ran = await runCommand(["suggest", "--json"], {
      base: api.base,
      cwd: project.folder,
      home: path.join(project.folder, ".git"),
    });
    const took = performance.now() - started;
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout).dependencies).toHaveLength(300);
    return took;
  };
  try {
    await run();
    const median = async () => {
      const took: number[] = [];
      while (took.length < 5) took.push(await run());
      console.log(`suggest for 300 dependencies took ${took.map((ms) => ms.toFixed(0)).join(", ")} ms`);
      return took.sort((a, b) => a - b)[2] ?? Number.POSITIVE_INFINITY;
    };
    await expectWithin("suggest for 300 dependencies, the median of five", SUGGEST_MS_MAX, median);
  } finally {
    project.remove();
  }
});

/** Named pipes, which answer no reader. */
function makePipes(files: string[]): void {
  execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", ...files]);
}

/** A service that records every request and knows nothing. */
async function recorder() {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
    const { technologies = [] } = Object(JSON.parse(body || "{}"));
    const data = technologies.map((one: object) => ({
      version: null,
      ...one,
      known: false,
      fits: [],
      other_versions: 0,
    }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { requests, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end: () => server.close() };
}

/** Forty files that a repository of others could hold; what is private in or around them has SECRET in its name. */
function hostileProject() {
  const outside = makeProject({
    "package.json": { dependencies: { "SECRET-other": "^1.0.0" } },
    "SKILL.md": "---\nname: SECRET\n---\n",
  });
  const project = makeProject({
    "package.json": {
      name: "@secret-scope/shop",
      dependencies: {
        zod: "^4.0.0",
        "@secret-scope/a": "^1.0.0",
        "SECRET-git": "git+ssh://git@SECRET.example/a.git",
        "SECRET-file": "file:../SECRET",
        "SECRET-on-npm": "^1.0.0",
      },
    },
    "package-lock.json": {
      lockfileVersion: 3,
      packages: {
        "node_modules/zod": { version: "4.0.0", resolved: "https://registry.npmjs.org/zod/-/zod-4.0.0.tgz" },
        "node_modules/SECRET-on-npm": { version: "1.0.0", resolved: "https://registry.npmjs.org/a/-/a-1.0.0.tgz" },
      },
    },
    "cairn.json": { private: ["secret-on-*"] },
    ".npmrc": "//SECRET.example/:_authToken=SECRET\n",
    ".env": "TOKEN=SECRET\n",
    "Cargo.toml": "[".repeat(2 * MIB),
    "Cargo.lock": `[[package]]\n${"a = [".repeat(200_000)}`,
    "pyproject.toml": `[project]\ndependencies = ["SECRET @ https://SECRET.example/a.whl", "${"a".repeat(MIB)}"]\n`,
    "uv.lock": "\0\u0001\u0002".repeat(MIB / 4),
    "poetry.lock": "[[package]]\n".repeat(20_000),
    "requirements.txt": `-r requirements.txt\n-r ../SECRET.txt\n${"a".repeat(100_000)}\n`,
    "requirements-dev.txt": `SECRET @ git+https://SECRET.example/a\n${" ".repeat(500_000)}x\n`,
    Pipfile: "a".repeat(MIB),
    "Pipfile.lock": '{"a":'.repeat(100_000),
    "go.mod": `module SECRET.example/a\nrequire SECRET.example/b v1.0.0\n${"(".repeat(MIB)}`,
    "Gemfile.lock": `GIT\n  remote: https://SECRET.example\n  specs:\n    SECRET (1.0)\nDEPENDENCIES\n  SECRET!\n${"a\n".repeat(200_000)}`,
    "composer.json": { require: { "SECRET/a": "^1.0" } },
    "composer.lock": "[".repeat(MIB),
    "pom.xml": `<project>${"<a>".repeat(200_000)}`,
    "build.gradle": '"a:'.repeat(200_000),
    "settings.gradle": 'maven { url "https://SECRET.example" }\n',
    "gradle.lockfile": "a".repeat(MIB),
    "SECRET.csproj": "<!--".repeat(200_000),
    "packages.lock.json": "{",
    "mix.exs": "{ :a, ".repeat(100_000),
    "mix.lock": `%{${"\n".repeat(MIB)}`,
    "pubspec.yaml": "[".repeat(MIB),
    "pubspec.lock": "- ".repeat(200_000),
    "compose.yaml": "a: ".repeat(200_000),
    Dockerfile: `FROM SECRET.example/SECRET:1\n${"a \\\n".repeat(100_000)}`,
    ".tool-versions": `SECRET 1.0\n${" ".repeat(500_000)}`,
    "mise.toml": "[".repeat(MIB),
    ".nvmrc": "\u202e\u001b[31m",
    "pnpm-workspace.yaml": "{a: ".repeat(100_000),
    "bunfig.toml": "\0".repeat(1_000),
    "node_modules/deep/skills/a/b/c/d/e/f/SKILL.md": "---\nname: deep\n---\n",
    "node_modules/huge/skills/SKILL.md": `---\nname: ${"a".repeat(2 * MIB)}`,
    "node_modules/binary/skills/SKILL.md": "\0".repeat(MIB),
  });
  const at = (name: string) => path.join(project.folder, name);
  symlinkSync(path.join(outside.folder, "package.json"), at("global.json"));
  symlinkSync("loop", at("loop"));
  symlinkSync(".", at("node_modules/around"));
  symlinkSync(outside.folder, at("node_modules/out"));
  symlinkSync("rust-toolchain", at("rust-toolchain"));
  makePipes([at("yarn.lock"), at(".python-version"), at("cairn.lock")]);
  mkdirSync(at("node_modules/pipe/skills"), { recursive: true });
  makePipes([at("node_modules/pipe/skills/SKILL.md")]);
  chmodSync(at("Pipfile"), 0);
  return { folder: project.folder, remove: () => [project, outside].forEach(({ remove }) => void remove()) };
}

test("a hostile project costs at most a second, and nothing private leaves it", { tag: "@slow" }, async () => {
  const [project, service] = [hostileProject(), await recorder()];
  const at = { base: service.base, cwd: project.folder, home: path.join(project.folder, ".git/home") };
  try {
    // The pipe in the place of cairn.lock is refused before anything is sent.
    const refused = await runCommand(["suggest", "--all", "--json"], at);
    expect([refused.code, service.requests]).toEqual([1, []]);
    execFileSync("rm", [path.join(project.folder, "cairn.lock")]);
    let took = 0;
    await expectWithin("suggest in a hostile project", HOSTILE_MS_MAX, async () => {
      took = await processorMs(async () => {
        const ran = await runCommand(["suggest", "--all", "--json"], at);
        expect(ran.code, ran.stderr).toBe(0);
        expect(ran.stdout).not.toContain("\u202e");
      });
      return took;
    });
    console.log(`suggest in a hostile project took ${took.toFixed(0)} ms`);
    expect(service.requests.length).toBeGreaterThan(0);
    for (const request of service.requests) {
      expect(request).toMatch(/^POST \/api\/v1\/skills\/fitting /);
      expect(request).not.toMatch(/secret/i);
      expect(request).toContain('"zod"');
    }
  } finally {
    service.end();
    project.remove();
  }
});
