import { expect, test } from "@playwright/test";
import { hasListOfTerms, placesOfNames, withWholeVerbs } from "@/lib/search/query/question-shape";

test("a verb of two words is one word, as in the noun", () => {
  expect(withWholeVerbs("Back up and roll-back while logging in; look at it, go back")).toBe(
    "backup and rollback while login; look at it, go back",
  );
});

test("a name says where the answer must work behind in, with and using", () => {
  const { scopes, written } = placesOfNames("test it in Go with an Express server, Spring and rust. Next");
  expect([...scopes]).toEqual(["go", "express"]);
  expect([...written]).toEqual(["go", "express", "spring"]);
  expect([...placesOfNames("a go http server for our next project").written]).toEqual(["go"]);
  expect([...placesOfNames("react forms").written]).toEqual(["react"]);
  expect([...placesOfNames("go and react to an express request").written]).toEqual([]);
  expect([...placesOfNames("shut it down? Go, http.Server").written]).toEqual(["go"]);
});

for (const [query, expected] of [
  ["How do I cache a page? revalidate, cacheLife", true],
  ["The server hangs. Node.js, SIGTERM", true],
  ["cors: preflight, fetch", true],
  ["cache a page in next.js revalidate, cacheLife", true],
  ["How do I cache a page?", false],
  ["restructure these docs, by what the reader needs", false],
  ["what should we fix first? rank these items by effort", false],
  ["were these files changed? verify hashes", false],
  ["calling .Result on a task hangs", false],
  ["revalidate, cacheLife", false],
] as const)
  test(`"${query}" ${expected ? "ends with" : "has no"} list of terms`, () => {
    expect(hasListOfTerms(query)).toBe(expected);
  });
