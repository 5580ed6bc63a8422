/**
 * A part of the tests: a Playwright project of the same name, or a program of the project that ends with 0 if everything
 * is as it should be.
 */
export type Part = {
  name: string;
  /** What must run before it starts. */
  needs: "engines" | "product" | "nothing";
  /** Tests at a time: by default one. Neighbours with the same number share a run of Playwright. */
  workers?: number;
  /** What its tests drive besides the product; installed where it is missing. */
  drives?: Array<"chromium" | "firefox" | "programs">;
  program?: { file: string; args: string[] };
  /** Its products have the deadlines that users have, not those of a busy machine. */
  hasDefaultDeadlines?: boolean;
};

/** The parts of `npm test`, in the order in which they run. */
export const PARTS: Part[] = [
  { name: "unit", needs: "engines", workers: 2 },
  { name: "seeded", needs: "product", workers: 2 },
  { name: "database", needs: "product", workers: 3 },
  { name: "api", needs: "product", workers: 3 },
  // They wait for polls and the browser often enough for three to share two cores.
  { name: "pages", needs: "product", workers: 3, drives: ["chromium"] },
];

/** The parts of `npm run test:all`: each after the other, those of the seeded library before others publish. */
export const ALL_PARTS: Part[] = [
  ...partsNamed(["unit", "seeded"]),
  { name: "seeded-slow", needs: "product" },
  // Early: these programs read the whole library.
  { name: "conformance", needs: "product", drives: ["chromium", "programs"] },
  ...partsNamed(["database", "api"]),
  { name: "api-next", needs: "product" },
  ...partsNamed(["pages"]),
  { name: "pages-more", needs: "product", workers: 3, drives: ["chromium"] },
  { name: "unit-slow", needs: "engines" },
  { name: "database-slow", needs: "product" },
  { name: "api-slow", needs: "product" },
  { name: "pages-slow", needs: "product", drives: ["chromium", "firefox", "programs"] },
  // They start products of their own from the build.
  { name: "faults", needs: "product", drives: ["chromium"], hasDefaultDeadlines: true },
  { name: "drills", needs: "nothing", program: { file: "e2e/drills/backup.ts", args: ["10"] } },
  { name: "budgets", needs: "nothing", program: { file: "e2e/budgets/budgets.ts", args: [] } },
];

function partsNamed(names: string[]): Part[] {
  return PARTS.filter(({ name }) => names.includes(name));
}

/**
 * The runs for these parts, one after the other. A run of Playwright reads all its files before the first test and leaves
 * workers idle at its end, so neighbours with the same number of workers share one.
 */
export function runs(parts: readonly Part[]): Part[][] {
  const all: Part[][] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && part.workers !== undefined && last[0]?.workers === part.workers) last.push(part);
    else all.push([part]);
  }
  return all;
}
