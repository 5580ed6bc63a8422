import { writeFileSync } from "node:fs";
import { expect, test } from "@/e2e/support/api";
import { playExamples } from "@/e2e/support/example-steps";
import { word } from "@/e2e/support/fixtures";
import { commandsIn, runWritten, type Told } from "@/e2e/support/written-commands";
import { contracts } from "@/lib/server/endpoints";
import { areaNames, ID_VARIABLES } from "@/lib/server/openapi/reference";

/** The word of the recorded examples that must be new in each run. */
const RECORDED_SUBJECT = "garden";

test("every request of the API reference runs in a shell as it is written", { tag: "@slow" }, async ({ api }, info) => {
  const written = new Map<string, string>();
  for (const area of areaNames(contracts())) {
    const { text } = await api.get(`/docs/api/${area}.md`);
    for (const part of text.split(/^### /m).slice(1)) {
      const [command, ...others] = commandsIn(part);
      expect(others).toEqual([]);
      written.set(part.slice(0, part.indexOf("\n")), command ?? "");
    }
  }
  const subject = word();
  const ran: string[] = [];
  await playExamples(api, subject, async ({ name }, input, by) => {
    const command = written.get(name) ?? "";
    expect(command, name).toContain(`curl -s`);
    // The reference shows a code that nobody has and a file that the reader has packed.
    const packed = info.outputPath("files.tar.gz");
    if (input.archive) writeFileSync(packed, Buffer.from(String(input.archive), "base64"));
    const own = command
      .replaceAll(RECORDED_SUBJECT, subject)
      .replace(/rc_[\w-]{44}/, String(input.recovery_code))
      .replace("@files.tar.gz", `@${packed}`);
    const printed = await runWritten(own, {
      ...idsIn(input),
      ...(by ? { CAIRN_TOKEN: by.token } : {}),
      ...(input.append_key ? { APPEND_KEY: String(input.append_key) } : {}),
    });
    ran.push(name);
    return JSON.parse(printed);
  });
  expect(ran.toSorted()).toEqual(
    contracts()
      .map(({ name }) => name)
      .toSorted(),
  );
});

/** The shell variables that a reader sets to the ids of this input. */
function idsIn(input: Record<string, unknown>): Told {
  const text = JSON.stringify(input);
  return Object.fromEntries(
    Object.entries(ID_VARIABLES).flatMap(([prefix, variable]) => {
      const [id] = new RegExp(`${prefix}_[\\w-]{22}`).exec(text) ?? [];
      return id ? [[variable, id]] : [];
    }),
  );
}
