import { expect, test } from "@playwright/test";
import { onCopyWithExamples, runIn } from "@/e2e/support/contributing-examples";

test("the tests of CONTRIBUTING's examples pass on a copy of the project", () => {
  // It builds the copy.
  test.setTimeout(900_000);
  onCopyWithExamples((copy, files) => {
    const tests = files.filter((file) => file.endsWith(".test.ts"));
    expect(tests).toEqual(["e2e/api/size.test.ts", "e2e/pages/size.test.ts"]);
    runIn(copy, "npm", ["run", "format"]);
    expect(runIn(copy, "npm", ["test", "--", ...tests])).toMatch(/^\d passed, 0 failed$/m);
  });
});
