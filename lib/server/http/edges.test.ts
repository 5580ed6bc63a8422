import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { bodyHash, readIdempotencyKey, weakKeyHeaders, whyReadOnly } from "@/lib/server/http/open-call";
import { clientAddress, clientKey } from "@/lib/server/http/rate-limit";

test("without trusted proxies a forwarded address is only a claim", () => {
  expect(clientAddress("192.0.2.1", "203.0.113.9", 0)).toBe("192.0.2.1");
});

test("behind proxies the address counts from the right, so a forged left end changes nothing", () => {
  expect(clientAddress("10.0.0.1", "6.6.6.6, 203.0.113.9", 1)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "203.0.113.9", 2)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "not an address", 1)).toBe("10.0.0.1");
});

const hops: Array<[hop: string, address: string]> = [
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:567", "203.0.113.9"],
  ["  203.0.113.9:567\t", "203.0.113.9"],
  ['"203.0.113.9:567"', "203.0.113.9"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ['"[2001:db8::1]:443"', "2001:db8::1"],
  [' " [2001:db8::1]:443 " ', "2001:db8::1"],
  ["::ffff:203.0.113.9", "::ffff:203.0.113.9"],
  ["[::ffff:203.0.113.9]:80", "::ffff:203.0.113.9"],
];
const junk = [
  "unknown",
  "_hidden",
  "203.0.113.9:",
  "203.0.113.9:port",
  "203.0.113.9:567:8",
  "203.0.113.999",
  "203.0.113.9:123456",
  "203.0.113.9;proto=https",
  "for=203.0.113.9",
  "[203.0.113.9]",
  "[2001:db8::1",
  "2001:db8::1]",
  "[2001:db8::1]x",
  "[]",
  "[]:443",
  '"203.0.113.9',
  '"',
  "2001:db8::1::2",
  "cairn.example",
  "203.0.113.9 198.51.100.1",
  "\u0000",
  "1".repeat(20_000),
];
for (const [hop, address] of hops) {
  test(`a proxy that writes ${JSON.stringify(hop)} names ${address}`, () => {
    expect(clientAddress("10.0.0.1", `6.6.6.6, ${hop}`, 1)).toBe(address);
    expect(clientAddress("10.0.0.1", `6.6.6.6,${hop},10.0.0.2`, 2)).toBe(address);
    expect(clientAddress("10.0.0.1", hop, 0)).toBe("10.0.0.1");
  });
}
for (const hop of junk) {
  test(`a proxy that writes ${JSON.stringify(hop.slice(0, 30))} names nobody: its own address counts`, () => {
    expect(clientAddress("10.0.0.1", `6.6.6.6, ${hop}`, 1)).toBe("10.0.0.1");
  });
}

test("empty entries in X-Forwarded-For are ignored: it may be sent in several lines, and end with a comma", () => {
  for (const list of ["6.6.6.6, 203.0.113.9,", "6.6.6.6, 203.0.113.9, ,", ",6.6.6.6,,203.0.113.9"])
    expect(clientAddress("10.0.0.1", list, 1)).toBe("203.0.113.9");
  for (const list of ["", ",", " , "]) expect(clientAddress("10.0.0.1", list, 1)).toBe("10.0.0.1");
});

test("an address and its form mapped into IPv6 are counted as one client", () => {
  const keys = [
    "203.0.113.9",
    "203.0.113.9:1",
    "::ffff:203.0.113.9",
    "[::FFFF:203.0.113.9]:80",
    "[::ffff:cb00:7109]:80",
  ];
  expect(new Set(keys.map((hop) => clientKey(clientAddress("10.0.0.1", hop, 1)))).size).toBe(1);
});

test("an IPv4 client is one address, also when it comes mapped; an IPv6 client is its /64", () => {
  expect(clientKey("192.0.2.1")).toBe("192.0.2.1");
  expect(clientKey("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(clientKey("2001:db8:1:2:3:4:5:6")).toBe(clientKey("2001:db8:1:2::9"));
  expect(clientKey("2001:db8:1:2::9")).not.toBe(clientKey("2001:db8:1:3::9"));
  expect(clientKey("::1")).toBe("0:0:0:0::/64");
  expect(clientKey("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});

const asking: Array<Record<string, string>> = [
  { "user-agent": "curl/8.5.0" },
  { "user-agent": "python-requests/2.32" },
  { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36" },
  { "user-agent": "Claude-User/1.0" },
  { "user-agent": "build-bot/2.0" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" },
  { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" },
  { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
  {},
];
for (const headers of asking) {
  test(`a request with ${JSON.stringify(headers)} asks`, () => {
    expect(whyReadOnly("GET", (name) => headers[name])).toBeNull();
  });
}

const looking: Array<Record<string, string>> = [
  { "sec-purpose": "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { purpose: "preview" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
  { "sec-fetch-site": "cross-site" },
  { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
  { "user-agent": "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)" },
  { "user-agent": "facebookexternalhit/1.1" },
  { "user-agent": "Twitterbot/1.0" },
  { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  { "user-agent": "TelegramBot (like TwitterBot)" },
  { "user-agent": "WhatsApp/2.23" },
  { "user-agent": "LinkedInBot/1.0" },
  { "user-agent": "GPTBot/1.1" },
];
for (const headers of looking) {
  test(`a request with ${JSON.stringify(headers)} only looks`, () => {
    expect(whyReadOnly("GET", (name) => headers[name])).not.toBeNull();
  });
}

test("HEAD only looks", () => {
  expect(whyReadOnly("HEAD", () => undefined)).not.toBeNull();
});

test("an idempotency key may be bare or quoted", () => {
  expect(readIdempotencyKey("abc")).toBe("abc");
  expect(readIdempotencyKey('"abc"')).toBe("abc");
  expect(readIdempotencyKey("x".repeat(255))).toHaveLength(255);
  expect(readIdempotencyKey(undefined)).toBeNull();
  for (const wrong of ["", '""', "a b", "ä", "x".repeat(256), "a\tb"])
    expect(() => readIdempotencyKey(wrong)).toThrow();
});

test("a body's hash does not depend on the order of its keys, but on everything else", () => {
  expect(bodyHash({ a: 1, b: { c: 2, d: 3 } })).toEqual(bodyHash({ b: { d: 3, c: 2 }, a: 1 }));
  expect(bodyHash({ a: 1 })).not.toEqual(bodyHash({ a: "1" }));
  expect(bodyHash([1, 2])).not.toEqual(bodyHash([2, 1]));
});

test("a key in quotes may hold escaped quotes and backslashes, and a wrong one is named as such", () => {
  expect(readIdempotencyKey(' "a\\"b\\\\c" ')).toBe('a"b\\c');
  expect(readIdempotencyKey('"open')).toBe('"open');
  expect(readIdempotencyKey("!~")).toBe("!~");
  for (const wrong of ["", "\u007f", "a\u0000", '"a b"'])
    expect(() => readIdempotencyKey(wrong)).toThrow("invalid_idempotency_key");
});

test("a key of fewer than sixteen characters is honoured with a warning", () => {
  expect(weakKeyHeaders("x".repeat(16))).toEqual({});
  expect(Object.entries(weakKeyHeaders("x".repeat(15)))).toEqual([
    [
      "idempotency-key-warning",
      expect.stringMatching(/^short_key;detail="The key has fewer than 16 characters\. .+\."$/),
    ],
  ]);
});

test("a body's hash is the SHA-256 of its JSON with sorted keys", () => {
  expect(bodyHash({ b: [{ d: 1, c: null }], a: "x" }).toString("hex")).toBe(
    createHash("sha256").update('{"a":"x","b":[{"c":null,"d":1}]}').digest("hex"),
  );
});

test("each reason to look only has its sentence", () => {
  const why = (method: string, headers: Record<string, string> = {}) => whyReadOnly(method, (name) => headers[name]);
  expect(why("HEAD")).toBe("HEAD requests only look.");
  for (const header of ["sec-purpose", "purpose", "x-purpose", "x-moz"])
    for (const value of ["prefetch", "Preview", "prerender"])
      expect(why("GET", { [header]: value }), header).toBe("The browser fetched this page ahead.");
  expect(why("GET", { purpose: "prefetching" })).toBeNull();
  expect(why("GET", { "sec-fetch-site": "cross-site" })).toBe("Another web site made the browser send this request.");
  expect(why("GET", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" })).toBeNull();
  expect(why("GET", { "sec-fetch-site": "same-site" })).toBeNull();
  const sentence = "Link previews and crawlers only look.";
  for (const agent of ["Googlebot/2.1", "Slackbot 1.0", "GPTBot/1.1", "AhrefsBot/7.0", "My Crawler/1", "a spider"])
    expect(why("GET", { "user-agent": agent }), agent).toBe(sentence);
  for (const agent of ["curl/8.0", "python-requests/2.31", "undici", "crawlers", ""])
    expect(why("GET", { "user-agent": agent }), agent).toBeNull();
});

test("an unknown socket has a name, and a list shorter than the proxies gives its first address", () => {
  expect(clientAddress(undefined, undefined, 0)).toBe("unknown");
  expect(clientAddress(undefined, "203.0.113.9", 0)).toBe("unknown");
  expect(clientAddress("10.0.0.1", undefined, 1)).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", "203.0.113.9, 203.0.113.8", 3)).toBe("203.0.113.9");
});

test("a port behind an address may have one to five digits, with and without brackets", () => {
  for (const hop of ["[2001:db8::1]:4", "[2001:db8::1]:44444"])
    expect(clientAddress("10.0.0.1", hop, 1), hop).toBe("2001:db8::1");
  for (const hop of ["203.0.113.9:4", "203.0.113.9:44444"])
    expect(clientAddress("10.0.0.1", hop, 1)).toBe("203.0.113.9");
  expect(clientAddress("10.0.0.1", "[2001:db8::1]:444444", 1)).toBe("10.0.0.1");
});
