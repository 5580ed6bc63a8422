import { expect, test } from "@playwright/test";
import { onCopyWithExamples, runIn } from "@/e2e/support/contributing-examples";

const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test", "-c", "e2e/playwright.config.ts"];

test("CONTRIBUTING's examples have correct types and keep the architecture", () => {
  onCopyWithExamples((copy, files) => {
    expect(files).toContain("lib/contract/public/size.ts");
    runIn(copy, "node", ["node_modules/typescript/bin/tsc", "--noEmit"]);
    expect(runIn(copy, "node", [...PLAYWRIGHT, "--project=unit", "e2e/project/architecture.test.ts"])).toMatch(
      /\d+ passed/,
    );
  });
});
