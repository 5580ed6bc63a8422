import { numberedCase, slowSteps, warmUp } from "@/e2e/costs/measure";

/**
 * The long form of e2e/costs/texts.test.ts: `npm run costs -- [cases] [seed]`. Prints every text that is too slow in
 * some step and exits with 1 if there is one.
 */
const [cases = 10_000, seed = Math.floor(Math.random() * 1_000_000_000)] = process.argv.slice(2).map(Number);
console.log(`${cases} texts from seed ${seed}`);
await warmUp();
let found = 0;
for (let number = seed; number < seed + cases; number += 1) {
  const { family, texts } = numberedCase(number);
  for (const { step, ms } of await slowSteps(texts)) {
    found += 1;
    console.log(`text ${number} (${family}): ${step} took ${ms} ms: ${JSON.stringify(texts.markdown.slice(0, 100))}`);
  }
}
console.log(`${found} too slow`);
process.exit(found === 0 ? 0 : 1);
