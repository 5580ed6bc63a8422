import { randomBytes } from "node:crypto";
import { mkdtempSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { closeDatabase, dedicatedConnection } from "@/db/client";
import { migrate } from "@/db/migrate";
import { type ImportSummary, importFolders } from "@/lib/domain/import/import-folders";
import { forgetEnv } from "@/lib/platform/env";
import { indexingClient } from "@/lib/search/engine/engine";
import { prepareIndex } from "@/lib/search/index/rebuild-index";
import { answerApi } from "@/lib/server/http/core";
import { readBody } from "@/lib/server/http/request-body";
import { header } from "@/lib/server/pages/next";
import { openPlace, removePlace } from "@/lib/start/instance-layout";
import { startMeilisearch, stopMeilisearch } from "@/lib/start/meilisearch";
import { startPostgres, stopPostgres } from "@/lib/start/postgres";

export type Product = { url: string; imported: ImportSummary; close(): Promise<void> };
type Close = () => Promise<void>;

const CONNECTIONS = 6;

/**
 * A product instance with one corpus and nothing else, serving its API over HTTP on a free port: on its own engines, or
 * with a database and an index of its own on those named in the environment. `close` removes all of it, and so does a
 * failure. Skills that the safety rules would hold for a maintainer are accepted, because this measures the search
 * only.
 */
export async function openProduct(corpus: string): Promise<Product> {
  const opened: Close[] = [];
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one();
  };
  try {
    await (process.env.DATABASE_URL ? namedEngines(opened) : ownEngines(opened));
    Object.assign(process.env, { RATE_LIMITS: "off", SIGNUP: "open", LOG_LEVEL: process.env.LOG_LEVEL || "error" });
    process.env.CAIRN_SECRET ||= randomBytes(32).toString("base64url");
    forgetEnv();
    const sql = dedicatedConnection({ max: CONNECTIONS });
    opened.push(closeDatabase);
    await migrate(sql);
    const imported = await importFolders(sql, [corpus], { acceptHeld: true, reviewNotes: false }).finally(() =>
      sql.end({ timeout: 5 }),
    );
    await prepareIndex();
    const url = await serve(opened);
    return { url, imported, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ownEngines(opened: Close[]): Promise<void> {
  const place = openPlace({ state: mkdtempSync(path.join(realpathSync(tmpdir()), "cairn-eval-")) });
  opened.push(async () => removePlace(place));
  const database = await startPostgres(place);
  opened.push(() => stopPostgres(database.pid));
  const engine = await startMeilisearch(place);
  opened.push(() => stopMeilisearch(engine.pid));
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    MEILI_URL: engine.url,
    MEILI_KEY: engine.masterKey,
  });
}

async function namedEngines(opened: Close[]): Promise<void> {
  const name = `cairn_eval_${randomBytes(6).toString("hex")}`;
  const address = new URL(process.env.DATABASE_URL ?? "");
  const admin = postgres(address.href, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  opened.push(async () => {
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });
  address.pathname = `/${name}`;
  Object.assign(process.env, { DATABASE_URL: address.href, MEILI_INDEX: name });
  opened.push(async () => {
    await indexingClient()?.deleteIndex(name);
  });
}

/** The product's API without pages, so a measurement needs no build. */
async function serve(opened: Close[]): Promise<string> {
  const server = createServer((request, response) => {
    void answerApi({
      method: request.method ?? "GET",
      target: request.url ?? "/",
      header: (name) => header(request, name),
      address: "127.0.0.1",
      body: (bytesMax) => readBody(request, bytesMax),
    }).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no address.");
  return `http://127.0.0.1:${address.port}`;
}
