import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { circles, homeless, sourcesIn, sqlOutsideDb, upwardImports } from "@/e2e/project/rooms";
import { onCopyWithExamples, runIn } from "@/e2e/support/contributing-examples";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const TSC = path.join(PROJECT_ROOT, "node_modules/typescript/bin/tsc");

test("CONTRIBUTING's examples have correct types and keep the architecture", () => {
  onCopyWithExamples(
    (copy, files) => {
      expect(files).toContain("lib/contract/public/size.ts");
      // Only what the examples import: the test that builds the copy checks it whole.
      const config = { extends: "./tsconfig.json", include: [], files: ["next-env.d.ts", ...files] };
      writeFileSync(path.join(copy, "tsconfig.examples.json"), JSON.stringify(config));
      runIn(copy, "node", [TSC, "--noEmit", "--incremental", "false", "-p", "tsconfig.examples.json"]);

      const sources = sourcesIn(copy);
      expect(sources.map(({ file }) => file)).toEqual(
        expect.arrayContaining(files.filter((file) => !file.includes(".test."))),
      );
      expect([homeless, upwardImports, circles, sqlOutsideDb].map((rule) => rule(sources))).toEqual([[], [], [], []]);
    },
    { whole: false },
  );
});
