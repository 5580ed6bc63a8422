import { expect, test } from "@playwright/test";
import { readers, readingsOf, recordedReadings } from "@/e2e/samples/readers";

// Texts at the limits of the functions that the rules are built of. `npm run safety-outcomes` regenerates the results.
const recorded = recordedReadings();

test("every function that reads a text has texts", () => {
  expect(Object.keys(recorded).sort()).toEqual(Object.keys(readers).sort());
});

for (const [reader, texts] of Object.entries(recorded)) {
  test(`each text is read as recorded: ${reader}`, () => {
    expect(readingsOf(reader, Object.keys(texts))).toEqual(texts);
  });
}
