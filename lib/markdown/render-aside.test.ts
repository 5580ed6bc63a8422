import { writeFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { expect, test } from "@playwright/test";
import { renderAside } from "@/lib/markdown/render-aside";
import { type Render, renderHere } from "@/lib/markdown/render-here";

const ENTRY = `${process.cwd()}/lib/markdown/render-thread.mjs`;
const never: Render = () => Promise.reject(new Error("rendered here"));

test("a document is rendered as it would be here", async () => {
  const markdown = "# Title\n\n## Next\n\n~~~ts\nconst a = 1;\n~~~\n\nA *word*.\n";
  const rendered = await renderAside(ENTRY, never)(markdown, { title: "Title" });
  expect(rendered).toEqual(await renderHere(markdown, { title: "Title" }));
  expect(rendered.is_plain).toBe(false);
});

test("a slow document is rendered beside the event loop", async () => {
  const render = renderAside(ENTRY, never);
  await render("warm", {});
  const before = performance.eventLoopUtilization();
  await render("~~~ts\nconst a = 1;\n~~~\n\n".repeat(290), {});
  const { active, idle } = performance.eventLoopUtilization(before);
  expect(active / (active + idle)).toBeLessThan(0.3);
});

/** A thread that does what a document tells it. */
function standIn(file: string): string {
  writeFileSync(
    file,
    `import { parentPort, threadId } from "node:worker_threads";
    parentPort.on("message", ({ markdown }) => {
      if (markdown === "for ever") for (;;);
      if (markdown === "die") process.exit(1);
      parentPort.postMessage({ html: String(threadId), headings: [], is_plain: false });
    });
    parentPort.postMessage("ready");`,
  );
  return file;
}

test("a document that takes too long or ends its thread stays plain, and those behind it are formatted", async () => {
  const render = renderAside(standIn(test.info().outputPath("thread.mjs")), never, { documentMs: 500, idleMs: 60_000 });
  const answers = await Promise.all(["a", "for ever", "die", "b <i>", "c"].map((markdown) => render(markdown, {})));
  expect(answers.map(({ is_plain }) => is_plain)).toEqual([false, true, true, false, false]);
  expect(answers[1]?.html).toBe('<pre tabindex="0" class="plain">for ever</pre>');
  const [first, , , second, third] = answers.map(({ html }) => html);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
});

test("a thread that nobody needs ends, and the next document gets a new one", async () => {
  const render = renderAside(standIn(test.info().outputPath("thread.mjs")), never, { documentMs: 500, idleMs: 0 });
  const first = await render("a", {});
  await expect.poll(async () => (await render("b", {})).html).not.toBe(first.html);
});

test("where no thread starts, documents are rendered all the same", async () => {
  const render = renderAside(test.info().outputPath("nothing.mjs"), renderHere);
  expect((await render("*a*", {})).html).toBe("<p><em>a</em></p>");
  expect((await render("*b*", {})).html).toBe("<p><em>b</em></p>");
});
