import { expect, test } from "@playwright/test";
import { onCopyWithExamples, runIn } from "@/e2e/support/contributing-examples";

test("the tests of CONTRIBUTING's examples pass on a copy of the project", () => {
  // It builds the copy.
  test.setTimeout(900_000);
  const work = (copy: string, files: string[]) => {
    const tests = files.filter((file) => file.endsWith(".test.ts"));
    expect(tests).toEqual(["e2e/api/size.test.ts", "e2e/pages/size.test.ts"]);
    runIn(copy, "npm", ["run", "format"]);
    runIn(copy, "npx", ["next", "typegen"]);
    runIn(copy, "npx", ["tsc", "--noEmit"]);
    expect(runIn(copy, "npm", ["test", "--", "e2e/project/architecture.test.ts", ...tests])).toMatch(
      /^\d+ passed, 0 failed$/m,
    );
  };
  onCopyWithExamples(work, { whole: true });
});
