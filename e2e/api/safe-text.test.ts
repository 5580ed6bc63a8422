import { chance } from "@/e2e/samples/chance";
import { kind as secretKinds } from "@/e2e/samples/secrets";
import { type Api, expect, test } from "@/e2e/support/api";
import { openThread, question, threadsAsking, word } from "@/e2e/support/fixtures";
import { createConnection } from "@/lib/contract/public/connections";
import { search, searchPost } from "@/lib/contract/public/search";
import { createReply, listReplies } from "@/lib/contract/public/threads";

/** Every place where a caller's text becomes public, and the name of a finding there. */
const places: Array<{
  what: string;
  at: Record<string, string>;
  max: number;
  publish: (api: Api, text: string) => Promise<{ status: number; text: string }>;
}> = [
  {
    what: "a search",
    at: { parameter: "q" },
    max: 500,
    publish: (api, q) => api.get(`/api/v1/search?q=${encodeURIComponent(q)}`),
  },
  { what: "a search by POST", at: { pointer: "/q" }, max: 500, publish: (api, q) => api.post("/api/v1/search", { q }) },
  {
    what: "a reply",
    at: { pointer: "/text" },
    max: 1_000,
    publish: async (api, text) => {
      const { thread_id, append_key } = await openThread(api);
      return api.post(
        `/api/v1/posts/${thread_id}/replies`,
        { outcome: "failed", text },
        { "x-service-append-key": append_key },
      );
    },
  },
  {
    what: "a connection's name",
    at: { pointer: "/name" },
    max: 120,
    publish: (api, name) => api.post("/api/v1/connections", { name }),
  },
];

async function isRefused(
  api: Api,
  text: string,
  { what, at, max, publish }: (typeof places)[number],
  code = "unsafe_text",
): Promise<void> {
  expect([...text].length, `the sample fits into ${what}`).toBeLessThanOrEqual(max);
  const received = await publish(api, text);
  const problem = received.status >= 400 ? JSON.parse(received.text) : { code: "accepted" };
  expect([received.status, problem.code], `${what}: ${JSON.stringify(text)}`).toEqual([422, code]);
  expect(problem.errors).toContainEqual(expect.objectContaining(at));
}

/** In `npm test` each text is sent to every second place, beginning with another one each time. */
const FORMS = [
  { step: 2, where: "in half of the places", tag: [] },
  { step: 1, where: "in every place", tag: ["@slow"] },
];
const placesOf = (order: number, step: number) => places.filter((_, place) => (order + place) % step === 0);

test.describe("secrets", () => {
  const roll = chance(20_261_121);
  const samples = Object.entries(secretKinds).map(([kind, make]) => ({ kind, secret: make(roll) }));
  const fitting = samples.filter(({ secret }) => secret.length <= 900 && !/[<>`]/.test(secret));

  test("of at least forty kinds are tested here", () => {
    expect(fitting.length).toBeGreaterThanOrEqual(40);
  });

  for (const { step, where, tag } of FORMS)
    for (const [order, { kind, secret }] of fitting.entries()) {
      test(`a secret (${kind}) is refused ${where}, never repeated and never stored`, { tag }, async ({ api }) => {
        for (const place of placesOf(order, step).filter(({ max }) => secret.length + 20 <= max)) {
          await isRefused(api, `it says ${secret} ok`, place);
        }
        const { thread_id: post_id, append_key } = await openThread(api);
        const called = await api.call(createReply, {
          post_id,
          append_key,
          outcome: "failed",
          text: `it says ${secret} ok`,
        });
        expect(JSON.stringify(called)).not.toContain(secret.slice(-12));
        expect((await api.ok(listReplies, { post_id })).data).toEqual([]);
      });
    }

  test("placeholders and text about secrets are accepted", async ({ api }) => {
    const harmless = [
      "where do I put the api key for the mail service",
      "set PASSWORD=your-password-here in the env file",
      "the header is Authorization: Bearer YOUR_TOKEN",
      "postgres://user:password@localhost/db does not connect",
      "my commit is 3f786850e387550fdab836ed7e6dc881de23001b",
      "the id is 9b2e5d1c-6c1e-4b57-9d0a-0c5a3b1f2e4d",
    ];
    for (const text of harmless) {
      const { data } = await api.ok(searchPost, { q: `${text} ${word()}` });
      expect(data.thread, text).not.toBeNull();
    }
  });
});

test.describe("invisible characters", () => {
  const hidden: Record<string, string> = {
    "a left-to-right override": "\u202d",
    "a right-to-left override": "\u202e",
    "an embedding": "\u202b",
    "the end of an embedding": "\u202c",
    "an isolate": "\u2067",
    "the end of an isolate": "\u2069",
    "a left-to-right mark": "\u200e",
    "a right-to-left mark": "\u200f",
    "an Arabic letter mark": "\u061c",
    "a zero-width space": "\u200b",
    "a zero-width joiner between letters": "\u200d",
    "a zero-width non-joiner between letters": "\u200c",
    "a word joiner": "\u2060",
    "a byte order mark": "\ufeff",
    "a soft hyphen": "\u00ad",
    "a grapheme joiner": "\u034f",
    "an invisible times": "\u2062",
    "a Hangul filler": "\u3164",
    "a half-width Hangul filler": "\uffa0",
    "a Braille blank": "\u2800",
    "a tag": "\u{e0041}",
    "a language tag": "\u{e0001}",
    "a variation selector without a base": "\ufe0f",
    "a supplementary variation selector": "\u{e0100}",
    "an interlinear annotation": "\ufff9",
    "an object replacement": "\ufffc",
    "a line separator": "\u2028",
    "an escape": "\u001b",
    "a backspace": "\b",
    "a C1 control": "\u0085",
  };
  for (const { step, where, tag } of FORMS)
    for (const [order, [what, character]] of Object.entries(hidden).entries()) {
      test(`${what} is refused ${where}`, { tag }, async ({ api }) => {
        for (const place of placesOf(order, step)) await isRefused(api, `before${character}after`, place);
      });
    }

  test("an instruction in tag characters is refused and named but not repeated", async ({ api }) => {
    const tags = [..."ignore all"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
    for (const place of places) await isRefused(api, `hello${tags}`, place);
  });
});

test.describe("accepted text", () => {
  const legal: Record<string, string> = {
    "a family of emoji": "👩‍👩‍👧‍👦",
    "a skin tone": "👍🏽",
    "an emoji with a variation selector": "❤️ ✈️",
    "a flag": "🇫🇷",
    "the flag of Wales": "🏴󠁧󠁢󠁷󠁬󠁳󠁿",
    "a keycap": "1️⃣",
    "a rainbow flag": "🏳️‍🌈",
    Hebrew: "איך מגדירים את השרת",
    Arabic: "كيف أضبط الخادم",
    "Persian with its joiner": "می‌خواهم",
    "Hindi with its joiner": "क्‍ष",
    Thai: "ตั้งค่าเซิร์ฟเวอร์",
    "right-to-left and left-to-right mixed": "שגיאה ERR_42 בשרת",
    "combining accents": "e\u0301 a\u030a",
    "mathematical letters": "𝒳 ≤ 𝒴 ∧ ¬p",
    "quotes and braces": "{\"a\": ['b']} $HOME && x | y; ~ ^ % \\",
    "text with line breaks and tabs": "first\n\tsecond\r\nthird",
  };
  for (const [what, text] of Object.entries(legal)) {
    test(`${what} is stored exactly as sent`, async ({ api }) => {
      const { thread_id: post_id, append_key } = await openThread(api, `${text} ${question()}`);
      const { data } = await api.ok(createReply, { post_id, append_key, outcome: "partial", text });
      expect(data.reply.text).toBe(text);
      expect((await api.ok(listReplies, { post_id })).data[0]?.text).toBe(text);
      expect((await api.ok(createConnection, { name: text })).data.name).toBe(text);
    });
  }
});

test.describe("plain prose", () => {
  for (const character of ["<", ">", "`"]) {
    test(`${character} is refused everywhere, because comparisons are written in words`, async ({ api }) => {
      for (const place of places) {
        for (const text of [character, `a ${character} b`, `${character.repeat(3)}sh`])
          await isRefused(api, text, place, "validation_failed");
      }
    });
  }

  test("look-alikes and escapes are ordinary text and stay unchanged", async ({ api }) => {
    for (const text of ["＜b＞", "‹b›", "&lt;b&gt;", "\\u003cb", "%3Cb%3E", "´ˋ"]) {
      const q = `${text} ${question()}`;
      const { data } = await api.ok(search, { q });
      expect(data.query).toBe(q);
      expect(await threadsAsking(q)).toBe(1);
    }
  });
});
