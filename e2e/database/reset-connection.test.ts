import type { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { openSocket } from "@/db/socket";
import { openWire, type Wire } from "@/e2e/faults/wire";

let wire: Wire;
let address: string;

test.beforeAll(async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  wire = await openWire(Number(url.port));
  url.port = String(wire.port);
  address = url.href;
});

test.afterAll(() => wire.close());

for (let time = 1; time <= 5; time += 1) {
  test(`a statement that begins between the error and the close of its connection is refused at once (${time} of 5)`, async () => {
    const sockets: Socket[] = [];
    const socket = (target: Parameters<typeof openSocket>[0]) => {
      const made = openSocket(target);
      sockets.push(made);
      return made;
    };
    const sql = postgres(address, { ...{ socket }, max: 1 });
    expect(Array.from(await sql`select 1 as n`)).toEqual([{ n: 1 }]);
    const asked = new Promise<unknown>((resolve) => {
      sockets[0]?.once("error", () => setImmediate(() => sql`select 2 as n`.then(resolve, resolve)));
    });
    const late = new Promise((resolve) => setTimeout(resolve, 2_000, "never told").unref());
    wire.reset();
    expect(await Promise.race([asked, late])).toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(sockets.length).toBe(1);
    await sql.end({ timeout: 0 });
  });
}
