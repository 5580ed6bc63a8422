import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { startEngines } from "@/e2e/support/product";
import { openPlace } from "@/lib/start/instance-layout";
import { startPostgres } from "@/lib/start/postgres";

test("committed data survives kill -9 of Postgres, even when another process reuses its pid", {
  tag: "@slow",
}, async () => {
  const engines = await startEngines(undefined, { meilisearch: false });
  try {
    const before = postgres(engines.postgres.url, { max: 1 });
    await before`create table kept (id int primary key)`;
    await before`insert into kept values (1)`;
    await engines.postgres.kill9();
    await before.end({ timeout: 0 });

    const place = openPlace({ state: engines.folder });
    const pidFile = path.join(place.data, "postgres-18/postmaster.pid");
    writeFileSync(pidFile, `${process.pid}\n${place.data}/postgres-18\n0\n1\n\n127.0.0.1\n\nready\n`);
    await engines.postgres.start();

    const after = postgres(engines.postgres.url, { max: 1 });
    expect([...(await after`select kept.id from kept`)]).toEqual([{ id: 1 }]);
    await after.end();
  } finally {
    await engines.close();
  }
});

test("a server that still runs is reused instead of started again", { tag: "@slow" }, async () => {
  const engines = await startEngines(undefined, { meilisearch: false });
  try {
    const found = await startPostgres(openPlace({ state: engines.folder }));
    expect(found).toMatchObject({ how: "found", pid: engines.postgres.pid(), url: engines.postgres.url });
  } finally {
    await engines.close();
  }
});
