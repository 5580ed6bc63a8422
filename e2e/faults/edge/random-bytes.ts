import { LIST, open, PAGE, reset, SEARCH, type Shape, send, sleep, type Target } from "@/e2e/faults/edge/hostile";

const CONNECTIONS = 200;
const BYTES_MAX = 600;

/** Random bytes, some of them tokens of HTTP. */
function noise({ random }: Target): Buffer {
  const special = Buffer.from("\r\n\r\n: \t\0,;=%/?GETPOST HTTP/1.1chunked0");
  return Buffer.from(
    Array.from({ length: 1 + Math.floor(random() * BYTES_MAX) }, () =>
      random() < 0.3 ? (special[Math.floor(random() * special.length)] ?? 0) : Math.floor(random() * 256),
    ),
  );
}

const places: Record<string, (target: Target, bytes: Buffer) => Buffer> = {
  before: (target, bytes) => Buffer.concat([noise(target), bytes]),
  after: (target, bytes) => Buffer.concat([bytes, noise(target), bytes]),
  inside: (target, bytes) => {
    const place = Math.floor(target.random() * bytes.length);
    return Buffer.concat([bytes.subarray(0, place), noise(target), bytes.subarray(place)]);
  },
  "in place of parts of": (target, bytes) => {
    const changed = Buffer.from(bytes);
    for (let i = 0; i < 8; i += 1)
      changed[Math.floor(target.random() * changed.length)] = Math.floor(target.random() * 256);
    return changed;
  },
};

export const randomBytes: Shape[] = Object.entries(places).map(([where, put]) => ({
  name: `random bytes ${where} a request`,
  async attack(target) {
    const requests = [LIST, PAGE, SEARCH].map((text) => Buffer.from(text));
    const sockets = await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, i) => {
        const bytes = put(target, requests[i % requests.length] ?? Buffer.alloc(0));
        const socket = await open(target, `127.0.3.${1 + (i % 8)}`);
        send(socket, bytes);
        return socket;
      }),
    );
    await sleep(250);
    reset(sockets);
    return undefined;
  },
}));
