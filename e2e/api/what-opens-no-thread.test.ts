import { expect, type Headers, test } from "@/e2e/support/api";
import { question, threadsAsking, word } from "@/e2e/support/fixtures";
import { search, searchPost } from "@/lib/contract/public/search";

const looking: Array<[what: string, headers: Headers]> = [
  ["a prefetch", { "sec-purpose": "prefetch" }],
  ["a prerender", { "sec-purpose": "prefetch;prerender" }],
  ["an anonymous prefetch", { "sec-purpose": "prefetch;anonymous-client-ip" }],
  ["an older prefetch", { purpose: "prefetch" }],
  ["a preview", { purpose: "preview" }],
  ["a link on another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
  [
    "an image on another site",
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
  ],
  ["a cross-site request without a mode", { "sec-fetch-site": "cross-site" }],
  ["Slack", { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" }],
  ["Discord", { "user-agent": "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)" }],
  ["Facebook", { "user-agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)" }],
  ["Twitter", { "user-agent": "Twitterbot/1.0" }],
  ["Telegram", { "user-agent": "TelegramBot (like TwitterBot)" }],
  ["WhatsApp", { "user-agent": "WhatsApp/2.23.20.0" }],
  ["LinkedIn", { "user-agent": "LinkedInBot/1.0 (compatible; Mozilla/5.0)" }],
  ["Google", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
  ["Bing", { "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" }],
  ["a training crawler", { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)" }],
  ["another training crawler", { "user-agent": "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)" }],
  [
    "an archive crawler",
    { "user-agent": "Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)" },
  ],
];

for (const [what, headers] of looking) {
  test(`${what} gets the results and opens no thread`, async ({ api }) => {
    const q = question();
    const { data } = await api.ok(search, { q }, { ...headers, "idempotency-key": word() });
    expect(data).toMatchObject({ query: q, thread: null, canonical_url: null });
    expect(data.search_note).toMatch(/no thread was opened/i);
    expect(await threadsAsking(q)).toBe(0);
  });
}

for (const endpoint of [search, searchPost]) {
  test(`preview=true is a preview (${endpoint.method})`, async ({ api }) => {
    const q = question();
    const { data } = await api.ok(endpoint, { q, preview: true });
    expect(data).toMatchObject({ thread: null, canonical_url: null });
    expect(data.search_note).toMatch(/no thread was opened/i);
    expect(await threadsAsking(q)).toBe(0);
  });
}

test("a HEAD request opens no thread", async ({ api }) => {
  const q = question();
  expect((await api.send("HEAD", `/api/v1/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
  expect(await threadsAsking(q)).toBe(0);
});

test("a caller may ask after a preview, even with the same idempotency key", async ({ api }) => {
  const [q, key] = [question(), word()];
  await api.ok(search, { q }, { purpose: "prefetch", "idempotency-key": key });
  const { data } = await api.ok(search, { q }, { "idempotency-key": key });
  expect(data.thread).not.toBeNull();
  expect(await threadsAsking(q)).toBe(1);
});

test("a preview has the same results as the search", async ({ api }) => {
  const q = "how do I test the database";
  // What others publish between the two may change the second.
  await expect(async () => {
    const seen = (await api.ok(searchPost, { q, preview: true })).data;
    const asked = (await api.ok(searchPost, { q })).data;
    expect(seen.results.length).toBeGreaterThan(0);
    expect(seen.results.map(({ version_id }) => version_id)).toEqual(asked.results.map(({ version_id }) => version_id));
    expect([seen.status, seen.match_quality]).toEqual([asked.status, asked.match_quality]);
  }).toPass();
});

const asking: Array<[what: string, headers: Headers]> = [
  ["curl", { "user-agent": "curl/8.5.0" }],
  ["a Python agent", { "user-agent": "python-requests/2.32.3" }],
  ["a Node agent", { "user-agent": "node", "sec-fetch-mode": "cors" }],
  ["a named agent", { "user-agent": "build-bot/2.0 (+https://bots.example.org)" }],
  ["an agent acting for a user", { "user-agent": "Claude-User/1.0" }],
  [
    "a script on another site",
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", origin: "https://elsewhere.example" },
  ],
  [
    "a URL typed into a browser",
    {
      "sec-fetch-site": "none",
      "sec-fetch-mode": "navigate",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
    },
  ],
  ["a script on our own pages", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }],
  ["a client without identifying headers", {}],
];

for (const [what, headers] of asking) {
  test(`${what} opens a thread`, async ({ api }) => {
    const q = question();
    const { data } = await api.ok(search, { q }, headers);
    expect(data.thread?.thread_id).toMatch(/^thr_/);
    expect(await threadsAsking(q)).toBe(1);
  });
}
