import { writeFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { expect, test } from "@playwright/test";
import { here, type Renderer } from "@/lib/text/markdown/render";
import { renderAside } from "@/lib/text/markdown/render-aside";
import { renderHere } from "@/lib/text/markdown/render-here";

/** Starting it takes seconds, for which there is a limit: tests that do are slow. */
const ENTRY = `${process.cwd()}/lib/text/markdown/render-thread.mjs`;
const inVain = () => Promise.reject(new Error("done elsewhere"));
const never: Renderer = { render: inVain, findUnseen: inVain };

test("a document renders as it would in this process", { tag: "@slow" }, async () => {
  const markdown = "# Title\n\n## Next\n\n~~~ts\nconst a = 1;\n~~~\n\nA *word*.\n";
  await renderHere(markdown, {});
  const rendered = await renderAside(ENTRY, never).render(markdown, { title: "Title" });
  const { html, headings } = await renderHere(markdown, { title: "Title" });
  expect(rendered).toMatchObject({ html, headings, is_plain: false });
});

test("a document is scanned as it would be in this process", { tag: "@slow" }, async () => {
  const { findUnseen } = renderAside(ENTRY, never);
  const found = await findUnseen("[word](https://example.org/)");
  expect(found).toEqual({ places: [{ kind: "link_target", start: 6, end: 28, note: null }], is_whole: true });
});

test("a slow document is rendered and scanned outside the event loop", { tag: "@slow" }, async () => {
  const { render, findUnseen } = renderAside(ENTRY, never);
  await findUnseen("[word](https://example.org/)");
  const before = performance.eventLoopUtilization();
  await render("~~~ts\nconst a = 1;\n~~~\n\n".repeat(290), {});
  expect(await findUnseen("> a\n".repeat(1_000))).toEqual({ places: [], is_whole: true });
  const { active, idle } = performance.eventLoopUtilization(before);
  expect(active / (active + idle)).toBeLessThan(0.3);
});

/** A worker thread that follows commands in the document. */
function standIn(file: string): string {
  writeFileSync(
    file,
    `import { parentPort, threadId } from "node:worker_threads";
    parentPort.on("message", ({ markdown }) => {
      if (markdown.startsWith("for ever")) for (;;);
      if (markdown === "die") process.exit(1);
      const asleep = new Int32Array(new SharedArrayBuffer(4));
      if (markdown === "wait") Atomics.wait(asleep, 0, 0, 3_000);
      if (markdown === "wait for ever") Atomics.wait(asleep, 0, 0);
      parentPort.postMessage({ html: String(threadId), headings: [], is_plain: false, may_lack_colours: false });
    });
    parentPort.postMessage("ready");`,
  );
  return file;
}

test("the start of a thread, with the grammars it loads, does not count as time of the first document", {
  tag: "@slow",
}, async () => {
  const text = "A *word*.\n\n~~~ts\nconst a = 1;\n~~~\n\n| a |\n|---|\n| b |\n";
  const starts: number[] = [];
  for (let thread = 0; thread < 2; thread += 1) {
    const begun = performance.now();
    await renderAside(ENTRY, never).render(text, {});
    starts.push(performance.now() - begun);
  }
  // Nearly all of that time was for loading. A busy machine may still be late for one of three threads.
  const limits = { documentMs: Math.min(...starts) / 4, clockMs: 60_000, idleMs: 60_000 };
  const firsts: boolean[] = [];
  for (let thread = 0; thread < 3 && !firsts.includes(true); thread += 1) {
    const { is_plain } = await renderAside(ENTRY, never, limits).render(text, {});
    firsts.push(!is_plain);
  }
  expect(firsts).toContain(true);
});

test("a text that is slow to parse is plain for good, and not delayed", { tag: "@slow" }, async () => {
  const { render } = renderAside(ENTRY, never);
  expect(await render("> ".repeat(4_000), {})).toMatchObject({ is_plain: true, is_delayed: false });
});

test("a document that takes too long or crashes its thread stays plain, and those after it are formatted", async () => {
  const { render, findUnseen } = renderAside(standIn(test.info().outputPath("thread.mjs")), never, {
    documentMs: 500,
    clockMs: 60_000,
    idleMs: 60_000,
  });
  const answers = await Promise.all(["a", "for ever", "die", "b <i>", "c"].map((markdown) => render(markdown, {})));
  expect(answers.map(({ is_plain }) => is_plain)).toEqual([false, true, true, false, false]);
  expect(answers.map(({ is_delayed }) => is_delayed ?? false)).toEqual([false, true, true, false, false]);
  expect(answers[1]?.html).toBe('<pre tabindex="0" class="plain">for ever</pre>');
  const unparsed = { places: [{ kind: "comment", start: 9, end: 17, note: null }], is_whole: false };
  expect(await findUnseen("for ever <!-- -->")).toEqual(unparsed);
  const [first, , , second, third] = answers.map(({ html }) => html);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
});

test("a document waits for a busy machine, but not for ever", async () => {
  const entry = standIn(test.info().outputPath("thread.mjs"));
  const idleMs = 60_000;
  const patient = renderAside(entry, never, { documentMs: 1_500, clockMs: 60_000, idleMs });
  expect(await patient.render("wait", {})).toMatchObject({ is_plain: false });
  const hasty = renderAside(entry, never, { documentMs: 60_000, clockMs: 500, idleMs });
  expect(await hasty.render("wait for ever", {})).toMatchObject({ is_plain: true, is_delayed: true });
});

test("a match that would take most of a minute leaves its code unhighlighted, and the thread continues", {
  tag: "@slow",
}, async () => {
  const { render } = renderAside(ENTRY, never, { documentMs: 30_000, clockMs: 60_000, idleMs: 60_000 });
  // The first block of a language gets more time, because its grammar is compiled then.
  await render("~~~terraform\na = 1\n~~~\n", {});
  // An expression of this grammar backtracks over such a row, four seconds for each.
  const row = "_a".repeat(495);
  const slow = await render(`*a*\n\n~~~terraform\n${row}\n~~~\n`, {});
  expect(slow).toMatchObject({ is_plain: false, may_lack_colours: true });
  expect(slow.html).toContain('<p dir="auto"><em>a</em></p>');
  expect(slow.html).toContain(row);
  expect((await render("*a*", {})).html).toBe('<p dir="auto"><em>a</em></p>');
});

test("an idle thread ends, and the next document gets a new one", async () => {
  const { render } = renderAside(standIn(test.info().outputPath("thread.mjs")), never, {
    documentMs: 500,
    clockMs: 60_000,
    idleMs: 0,
  });
  const first = await render("a", {});
  await expect.poll(async () => (await render("b", {})).html).not.toBe(first.html);
  expect(await render("c", {})).toMatchObject({ html: expect.stringMatching(/^\d+$/), is_plain: false });
});

test("where no thread starts, documents are still rendered", async () => {
  const { render, findUnseen } = renderAside(test.info().outputPath("nothing.mjs"), here);
  expect((await render("*a*", {})).html).toBe('<p dir="auto"><em>a</em></p>');
  expect((await render("*b*", {})).html).toBe('<p dir="auto"><em>b</em></p>');
  expect((await findUnseen("<b>")).places).toHaveLength(1);
});

test("where neither a thread nor the fallback renders, documents stay plain", async () => {
  const { render, findUnseen } = renderAside(test.info().outputPath("nothing.mjs"), never);
  expect(await render("*a*", {})).toMatchObject({ html: '<pre tabindex="0" class="plain">*a*</pre>', is_plain: true });
  expect((await findUnseen("<!-- -->")).is_whole).toBe(false);
});
