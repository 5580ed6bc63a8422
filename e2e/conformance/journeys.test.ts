import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { becomesListed, word } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { runProgram } from "@/e2e/support/programs";
import { creation, settled, submit, update } from "@/e2e/support/submitting";
import { knowledgeSearch, read } from "@/lib/contract/knowledge/reading";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { searchPost } from "@/lib/contract/public/search";
import { getSkill, listSkills } from "@/lib/contract/public/skills";

const MAJORS = ["3", "4", "5"];
type Version = { ref: SkillVersionRef; marker: string };

/** A skill on a technology made for the test, with a version for each major; the newest major comes last. */
async function scene(api: Api) {
  const author = await connect(api, "Author");
  const technology = `sprocket${word()}`;
  const subject = word();
  const versions = new Map<string, Version>();
  for (const major of MAJORS)
    versions.set(major, await publish(author, { technology, subject, major, of: versions.get("3"), state: "first" }));
  return { author, technology, subject, versions };
}

type Wish = { technology: string; subject: string; major: string; of: Version | undefined; state: string };

/** Publishes a version for one major as an author does; its text has a mark that no other text has. */
async function publish(author: Caller, { technology, subject, major, of, state }: Wish): Promise<Version> {
  const marker = word();
  const input = creation({
    title: `Tune the ${subject} of ${technology}`,
    description: `How to tune the ${subject}. Use it when it rattles in ${technology}.`,
    markdown: `# Tune the ${subject}\n\nOn release ${major}, ${state}: set ${marker} until it stops.\n`,
    applicability: [{ technology, version_scheme: "semver", constraint: `>=${major} <${Number(major) + 1}` }],
  });
  const observed = of && (await author.ok(getSkill, { skill_id: of.ref.skill_id })).data.selection_revision;
  const sent = of && observed ? update(of.ref, observed, { ...input, kind: "update" }) : input;
  const { state: ended, result, problem } = await settled(author, await submit(author, sent));
  expect(ended, JSON.stringify(problem)).toBe("succeeded");
  const { ref } = Object(result);
  return { ref, marker };
}

test("by every door the version that fits is reached, also while holding it and after an update", async ({
  api,
}, info) => {
  test.setTimeout(240_000);
  const { author, technology, subject, versions } = await scene(api);
  const all = [...versions.values()];
  await becomesListed(api, { q: `tune the ${subject}`, technology, version: "3.2.1" }, all[0]?.ref.version_id ?? "");
  const opened = await openDoors(api, info.outputPath());
  const table: Record<string, string> = {};
  const held = new Map<string, SkillVersionRef>();

  const visit = async (door: Door, major: string, state: Journey["state"]) => {
    const wanted = versions.get(major);
    if (!wanted) throw new Error(`No version is for ${major}.`);
    const others = [...versions.values(), ...all].filter(({ marker }) => marker !== wanted.marker);
    const journey: Journey = {
      question: `tune the ${subject} when it rattles`,
      technology,
      version: `${major}.2.1`,
      state,
      held: held.get(`${door} ${major}`) ?? null,
      wanted: wanted.ref,
    };
    table[`${door}, ${major}, ${state}`] = await outcome(async () => {
      const { text, said } = await opened[door](journey);
      if (!text.includes(wanted.marker)) {
        const other = others.find(({ marker }) => text.includes(marker));
        return other ? `read ${other.ref.version_id}` : `read no version: ${text.slice(0, 300)}`;
      }
      held.set(`${door} ${major}`, wanted.ref);
      const falsehood = said.find((claim) =>
        /superseded|outdated|earlier version|not selected|"withdrawn"/i.test(claim),
      );
      return falsehood ? `was told: ${falsehood.slice(0, 300)}` : "right";
    });
  };

  for (const state of ["first visit", "holding it"] as const)
    for (const major of MAJORS) for (const door of doors) await visit(door, major, state);
  // The update of the oldest major is a backport: it must reach those on that major, and nobody else.
  for (const major of MAJORS) {
    const newer = await publish(author, { technology, subject, major, of: versions.get(major), state: "mended" });
    versions.set(major, newer);
    await becomesListed(api, { q: `tune the ${subject}`, technology, version: `${major}.2.1` }, newer.ref.version_id);
    for (const door of doors) await visit(door, major, "after an update");
  }
  const wrong = Object.entries(table).filter(([, each]) => each !== "right");
  expect(Object.fromEntries(wrong)).toEqual({});
  expect(Object.keys(table).length).toBe(doors.length * MAJORS.length * 3);
});

async function outcome(visit: () => Promise<string>): Promise<string> {
  try {
    return await visit();
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`;
  }
}

const doors = [
  "HTTP v1",
  "directory",
  "HTTP v2",
  "MCP 2025",
  "MCP 2026",
  "npx skills",
  "pages",
  "feeds",
  "guide",
] as const;
type Door = (typeof doors)[number];

/** What an agent asks for, and what it holds. `wanted` is the version that it must end at. */
type Journey = {
  question: string;
  technology: string;
  version: string;
  state: "first visit" | "holding it" | "after an update";
  held: SkillVersionRef | null;
  wanted: SkillVersionRef;
};

/** The text at which a journey ends, and the claims that it met about versions on its way. */
type Arrival = { text: string; said: string[] };

/** Every door to the library, each through its own kind of client and following only what answers say. */
async function openDoors(api: Api, folder: string): Promise<Record<Door, (journey: Journey) => Promise<Arrival>>> {
  const agent = await connect(api, "Travelling agent");
  const [older, newer] = await Promise.all(eras.map((era) => Agent.connect(api, era)));
  if (!older || !newer) throw new Error("A revision of MCP is missing.");
  return {
    "HTTP v1": (journey) => byPublicSearch(api, journey),
    directory: (journey) => byDirectory(api, journey),
    "HTTP v2": (journey) => byKnowledgeSearch(agent, journey),
    "MCP 2025": (journey) => byTools(older, journey),
    "MCP 2026": (journey) => byTools(newer, journey),
    "npx skills": (journey) => byInstallation(api, path.join(folder, journey.version), journey),
    pages: (journey) => byPages(api, journey),
    feeds: (journey) => byFeeds(api, journey),
    guide: (journey) => byGuide(api, journey),
  };
}

async function textAt(api: Api, url: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, text } = await api.get(url.replace(api.base, ""), headers);
  expect(status, url).toBe(200);
  return text;
}

async function byPublicSearch(api: Api, { question: q, technology, version, held }: Journey): Promise<Arrival> {
  const { data } = await api.ok(searchPost, { q, technology, version, preview: true });
  expect([data.status, data.nothing_fits]).toEqual(["answered", null]);
  const [first] = data.results;
  const text = await textAt(api, first?.skill_md_url ?? "");
  return { text, said: [await updateOf(api, held)] };
}

/** What the file of the held version leads to: nothing is said while that is the version itself. */
async function updateOf(api: Api, held: SkillVersionRef | null): Promise<string> {
  if (!held) return "";
  const file = await textAt(api, `/skills/${held.skill_id}/versions/${held.version_id}/SKILL.md`);
  const { metadata } = parse(file.split("---\n")[1] ?? "");
  return textAt(api, metadata.update_url);
}

async function byDirectory(api: Api, { question: q, technology, version }: Journey): Promise<Arrival> {
  const { data } = await api.ok(listSkills, { q, technology, version });
  const [first] = data;
  expect(first?.verdict).toBe("compatible");
  const [listed] = (await api.ok(listSkills, { technology, version })).data;
  expect([listed?.skill_md_url, listed?.verdict]).toEqual([first?.skill_md_url, "compatible"]);
  return { text: await textAt(api, first?.skill_md_url ?? ""), said: [] };
}

/** Searches with what it holds, reads, and synchronises: both say the same about the held version. */
async function byKnowledgeSearch(agent: Caller, journey: Journey): Promise<Arrival> {
  const { question: query, technology, version, held, state } = journey;
  const applicability = [{ technology, version_scheme: "exact", constraint: version }];
  const loaded = held ? [held] : [];
  const { data } = await agent.ok(knowledgeSearch, { query, applicability, loaded_versions: loaded });
  const [first] = data.skills;
  const { data: view } = await agent.ok(read, { ref: first?.ref, view: "content" });
  if (held) {
    const { versions: synced } = await agent.sync({ selected_versions: [held] });
    const expected = state === "after an update" ? ["superseded", journey.wanted] : ["current", null];
    for (const [one] of [data.loaded_versions, synced]) expect([one?.state, one?.replaced_by]).toEqual(expected);
  }
  return { text: "version" in view && view.version ? view.version.markdown : "", said: [] };
}

const Found = z.looseObject({ status: z.string(), next: z.string() });
const Text = z.looseObject({
  fit: z.looseObject({ verdict: z.string(), note: z.string() }).optional(),
  third_party_text: z.looseObject({ markdown: z.string() }),
});

/** Follows `next` word by word; a holder asks for the skill by its id, with the version in use. */
async function byTools(agent: Agent, { question: query, technology, version, held }: Journey): Promise<Arrival> {
  const { status, next } = await agent.ok("search_skills", { query, technology, version }, Found);
  expect(status).toBe("answered");
  const [, tool = "", args = ""] = /^Call (\w+) with (\{.*\})\.$/.exec(next) ?? [];
  const { third_party_text } = await agent.ok(tool, JSON.parse(args), Text);
  if (!held) return { text: third_party_text.markdown, said: [] };
  const { skill_id } = held;
  const again = await agent.ok("get_skill", { skill_id, technology, version }, Text);
  expect([again.fit?.verdict, again.third_party_text.markdown]).toEqual(["compatible", third_party_text.markdown]);
  const skill = `skill://v/${held.version_id}`;
  const { messages } = await agent.client.getPrompt({
    name: "apply_skill",
    arguments: { skill: skill_id, task: query, technology, version },
  });
  expect(JSON.stringify(messages), skill).toContain(JSON.stringify(third_party_text.markdown).slice(1, -1));
  return { text: third_party_text.markdown, said: [again.fit?.note ?? ""] };
}

/** Installs the page of the version that search names. `update` keeps it; its update URL leads to a newer one. */
async function byInstallation(api: Api, folder: string, journey: Journey): Promise<Arrival> {
  mkdirSync(folder, { recursive: true });
  const cli = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram("skills/bin/cli.mjs", args, { folder });
    expect(code, `${args[0]}: ${stdout.slice(-1_500)}${stderr.slice(-1_500)}`).toBe(0);
  };
  if (!journey.held) {
    const { question: q, technology, version } = journey;
    const [first] = (await api.ok(searchPost, { q, technology, version, preview: true })).data.results;
    await cli("add", first?.version_url ?? "", "--yes", "--copy", "--agent", "claude-code");
    return { text: installedIn(folder), said: [] };
  }
  const before = installedIn(folder);
  await cli("update", "--yes");
  expect(installedIn(folder)).toBe(before);
  const { metadata } = parse(before.split("---\n")[1] ?? "");
  return { text: await textAt(api, metadata.update_url), said: [] };
}

function installedIn(folder: string): string {
  const skills = path.join(folder, ".claude/skills");
  const [name = ""] = readdirSync(skills);
  return readFileSync(path.join(skills, name, "SKILL.md"), "utf8");
}

/** The skill's own address with technology and version: as HTML, and as markdown by each way to ask for it. */
async function byPages(api: Api, { technology, version, held, wanted, state }: Journey): Promise<Arrival> {
  const asked = `?technology=${technology}&version=${version}`;
  const address = `/skills/${wanted.skill_id}`;
  const forms = await Promise.all([
    following(api, `${address}${asked}`, "text/markdown"),
    following(api, `${address}.md${asked}`, "*/*"),
    following(api, `${address}${asked}`, "text/html"),
  ]);
  const [text = ""] = forms;
  for (const form of forms) expect(form).toContain(wanted.version_id);
  if (!held) return { text, said: [] };
  const page = await following(api, `${address}/versions/${held.version_id}`, "text/markdown");
  if (state === "after an update") expect(page).toContain(wanted.version_id);
  return { text, said: state === "holding it" ? [page] : [] };
}

async function following(api: Api, address: string, accept: string): Promise<string> {
  for (let at = address, hops = 0; hops < 3; hops += 1) {
    const { status, text, headers } = await api.get(at, { accept });
    if (status === 200) return text;
    expect([301, 302, 303, 307, 308], at).toContain(status);
    at = String(headers.location).replace(api.base, "");
  }
  throw new Error(`${address} redirects without end.`);
}

const Feed = z.looseObject({ items: z.array(z.looseObject({ url: z.string(), content_text: z.string().optional() })) });

async function byFeeds(api: Api, { technology, version }: Journey): Promise<Arrival> {
  const feed = Feed.parse(
    JSON.parse(await textAt(api, `/feeds/skills.json?technology=${technology}&version=${version}`)),
  );
  const [first] = feed.items;
  expect(JSON.stringify(first)).toContain(technology);
  return { text: await textAt(api, `${first?.url}/SKILL.md`), said: [] };
}

/** Runs the first request of /skill.md with other words in it, and reads what the answer itself contains. */
async function byGuide(api: Api, { question, technology, version }: Journey): Promise<Arrival> {
  const guide = await textAt(api, "/skill.md");
  const [command = ""] = /curl -sG? \S+\/api\/v1\/search[^`]*?(?=\n[^ ]|\n```)/.exec(guide) ?? [];
  const sent = [...command.matchAll(/(?:-d|--data-urlencode) '?([a-z_]+)=([^'\n\\]+?)'?(?=\s|$)/g)].map(
    ([, name = "", value = ""]) => [name, { q: question, technology, version }[name] ?? value],
  );
  expect(Object.fromEntries(sent)).toMatchObject({ include: "content", preview: "true", technology, version });
  const answer = JSON.parse(await textAt(api, `/api/v1/search?${new URLSearchParams(sent)}`));
  const [first] = searchPost.output.parse(answer).data.results;
  expect(guide).toContain("skill_md_url");
  return { text: first?.content?.markdown ?? "", said: [await textAt(api, first?.skill_md_url ?? "")] };
}
