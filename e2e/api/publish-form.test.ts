import { type Api, expect, test } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { settled } from "@/e2e/support/submitting";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

function fields(more: Record<string, string> = {}): Record<string, string> {
  const subject = word();
  return {
    title: `Tame the ${subject}`,
    description: `How to tame the ${subject}.`,
    markdown: `# Tame the ${subject}\r\n\r\nTurn it until it stops.\r\n`,
    rationale: "It did not stop.",
    supporting_basis: "Tried.",
    action: "publish",
    ...more,
  };
}

/** Posts the form as a browser does; redirects are not followed. */
async function post(api: Api, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.base}/skills/publish`, {
    method: "POST",
    redirect: "manual",
    headers: { ...FORM, "sec-fetch-site": "same-origin", ...headers },
    body: new URLSearchParams(form),
  });
  const place = response.headers.get("location") ?? "";
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  return { status: response.status, place, cookie, html: await response.text() };
}

async function operationsOf(caller: Caller, places: string[]): Promise<string[]> {
  const refs = [...new Set(places.map((place) => place.split("/").at(-1) ?? ""))];
  const operations = await Promise.all(refs.map((ref) => settled(caller, ref)));
  return operations.map(({ state }) => state);
}

test("ten clicks on one form publish one skill", async ({ api }) => {
  const caller = await connect(api);
  const form = fields({ token: caller.token, once: "a".repeat(24) });
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(api, form)));
  const accepted = answers.filter(({ status }) => status === 303);
  expect(accepted.length).toBeGreaterThan(0);
  expect(
    await operationsOf(
      caller,
      accepted.map(({ place }) => place),
    ),
  ).toEqual(["succeeded"]);
  for (const { status, html } of answers) if (status !== 303) expect(html).toContain("Turn it until it stops.");
});

test("the same skill from two forms at once is published once", async ({ api }) => {
  const caller = await connect(api);
  const form = fields({ token: caller.token });
  const once = (letter: string) => ({ ...form, once: letter.repeat(24) });
  const answers = await Promise.all([post(api, once("b")), post(api, once("c"))]);
  const places = answers.map(({ place }) => place).filter((place) => place !== "");
  const states = await operationsOf(caller, places);
  expect(states.filter((state) => state === "succeeded")).toHaveLength(1);
});

test("only the browser that sent a skill can follow it, and other sites cannot send the form", async ({ api }) => {
  const caller = await connect(api);
  const { status, place, cookie } = await post(api, fields({ token: caller.token }));
  expect([status, place]).toEqual([303, expect.stringMatching(/^\/skills\/publish\/kop_[\w-]{22}$/)]);
  expect(cookie).not.toContain(caller.token);
  const seen = async (given: string) => (await fetch(api.base + place, { headers: { cookie: given } })).status;
  expect(await seen(cookie)).toBe(200);
  const other = await connect(api);
  const forged = cookie.replace(/con_[\w-]{22}/, other.connection_id);
  for (const given of ["", forged, cookie.slice(0, -3), "cairn_publication=x"])
    expect(await seen(given), given).toBe(404);

  for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
    expect((await post(api, fields({ token: caller.token }), headers)).place).toBe("");
});

test("a token that is wrong or paused keeps the form, and a huge form is refused", async ({ api }) => {
  const wrong = await post(api, fields({ token: `ck_${"a".repeat(43)}` }));
  expect([wrong.status, wrong.place]).toEqual([200, ""]);
  expect(wrong.html).toContain("Turn it until it stops.");
  expect((await post(api, fields({ markdown: "x".repeat(300_000) }))).status).toBe(413);
  const long = await post(api, fields({ markdown: "x".repeat(40_000), name: "Ada" }));
  expect(long.status).toBe(200);
  expect(long.html).toContain("up to 32,768 bytes");
});
