import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { listening } from "@/e2e/support/listening";
import { forgetEnv } from "@/lib/platform/env";

/** A git server on this machine with one repository, whose host the operator allows until `close`. */
export type GitServer = {
  /** The address of the repository. */
  url: string;
  /** The work tree behind it: what is committed there is served. */
  work: string;
  git(...words: string[]): string;
  allow(allows: boolean): void;
  close(): Promise<void>;
};

export async function startGitServer(): Promise<GitServer> {
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
