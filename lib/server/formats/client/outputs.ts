import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

/** Stands in the packages where the address of the service that serves them belongs. */
export const BASE_PLACEHOLDER = "https://cairn.invalid";

/** Files that the start, the build and the tests make from the sources, by their paths in the project. */
export const OUTPUTS = {
  folder: ".cairn/build",
  /** The types and the table of the interface, for `lib/client`. */
  interface: ".cairn/build/interface.ts",
  /** The files of the packages that agents download. */
  packages: ".cairn/build/packages.json",
} as const;

type Packages = { client: Record<ClientFile, string>; hook: Record<HookFile, string> };
export type ClientFile =
  | "package.json"
  | "README.md"
  | "LICENSE"
  | "LICENSES-of-dependencies.txt"
  | "client.js"
  | "node.js"
  | "client.d.ts"
  | "cairn.js";
type HookFile = "look-up-error.mjs" | "suggest-skills.mjs" | "LICENSES-of-dependencies.txt";

/** The packages as they were built, with BASE_PLACEHOLDER for the service's address. Throws before they are built. */
export function builtPackages(): Packages {
  return singleton("built-packages", () => {
    // From the folder of the process, because Next bundles its own copy of this file; literal, so that Next traces one file.
    const file = path.join(process.cwd(), ".cairn/build/packages.json");
    if (!existsSync(file))
      throw new Problem("unavailable", {
        detail: "The client is not built yet. A start builds it; npm run client does too.",
      });
    return JSON.parse(readFileSync(file, "utf8"));
  });
}
