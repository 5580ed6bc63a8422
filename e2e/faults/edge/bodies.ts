import {
  announced,
  flood,
  halfClose,
  openMany,
  POSTED,
  request,
  reset,
  type Shape,
  sleep,
} from "@/e2e/faults/edge/hostile";

const HELD_MS = 600;
const JSON_TYPE = "application/json";
const CHUNKED = { "content-type": JSON_TYPE, "transfer-encoding": "chunked" };
const post = (headers: Record<string, string>, body = "") => request("POST /api/v1/search", headers, body);

/** Sends the headers of many requests from one address and never their bodies. */
const idle: Shape[] = POSTED.flatMap(([path, type]) =>
  [210, 1_000].map((count) => flood(`${count} idle POSTs to ${path}`, count, announced(path, type), HELD_MS)),
);

/** Sends malformed bodies on several connections in parallel and reads until they end. */
const wrong: Record<string, string> = {
  "chunks whose size is no number": post(CHUNKED, "zz\r\nabc\r\n0\r\n\r\n"),
  "chunks of a negative size": post(CHUNKED, "-5\r\nabc\r\n0\r\n\r\n"),
  "a chunk larger than any number": post(CHUNKED, `${"f".repeat(40)}\r\nabc\r\n`),
  "a chunk longer than it says": post(CHUNKED, "2\r\nabcdef\r\n0\r\n\r\n"),
  "chunk extensions of 16 kB": post(CHUNKED, `1;${"x".repeat(16_000)}\r\na\r\n0\r\n\r\n`),
  "thousands of trailers": post(CHUNKED, `1\r\na\r\n0\r\n${"x: y\r\n".repeat(5_000)}\r\n`),
  "a length and chunks": post({ ...CHUNKED, "content-length": "4" }, "0\r\n\r\n"),
  "two codings of transfer": post({ ...CHUNKED, "transfer-encoding": "gzip, chunked" }, "0\r\n\r\n"),
  "an unknown coding of transfer": post({ ...CHUNKED, "transfer-encoding": "smoke" }, "0\r\n\r\n"),
  "two lengths that differ": `POST /api/v1/search HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x`,
  "a length below zero": post({ "content-type": JSON_TYPE, "content-length": "-1" }, "{}"),
  "a length beyond any number": post({ "content-type": JSON_TYPE, "content-length": "9".repeat(30) }, "{}"),
  "a length of many terabytes": post({ "content-type": JSON_TYPE, "content-length": "99999999999999" }, "{}"),
  "a body larger than it says": post({ "content-type": JSON_TYPE, "content-length": "2" }, `{}${"x".repeat(5_000)}`),
  "a body of a megabyte": post({ "content-type": JSON_TYPE }, "x".repeat(1_000_000)),
  "brackets only": post({ "content-type": JSON_TYPE }, "[".repeat(60_000)),
  "a body on a GET": request("GET /api/v1/posts", {}, "x".repeat(1_000)),
};

/** A body shorter than its announced length. */
const early = (how: string, end: typeof reset): Shape => ({
  name: `100 bodies that end early, ${how}`,
  async attack(target) {
    const each = POSTED.map(([path, type]) => `${announced(path, type, 50)}{"q": "ca`);
    const sockets = (await Promise.all(each.map((bytes) => openMany(target, 25, bytes)))).flat();
    await sleep(50);
    end(sockets);
    await sleep(300);
    reset(sockets);
    return undefined;
  },
});

export const bodies: Shape[] = [
  ...idle,
  early("half-closed", halfClose),
  early("reset", reset),
  ...Object.entries(wrong).map(([what, bytes]) => flood(what, 15, bytes, 250)),
  flood("210 GETs whose body never comes", 210, request("GET /api/v1/posts", { "content-length": "10" }), HELD_MS),
  ...["100-continue", "a-miracle"].map((expected) =>
    flood(
      `210 × Expect: ${expected} without a body`,
      210,
      post({ "content-type": JSON_TYPE, "content-length": "30", expect: expected }),
      HELD_MS,
    ),
  ),
];
