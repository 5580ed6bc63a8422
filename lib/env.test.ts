import { expect, test } from "@playwright/test";
import { env, forgetEnv } from "@/lib/env";

test.afterEach(() => {
  delete process.env.BASE_URL;
  forgetEnv();
});

function baseUrlOf(given: string): string {
  process.env.BASE_URL = given;
  forgetEnv();
  return env().BASE_URL;
}

test("BASE_URL is the origin of every link: it may end with a slash and have a port", () => {
  expect(baseUrlOf("https://cairn.example")).toBe("https://cairn.example");
  expect(baseUrlOf("https://cairn.example/")).toBe("https://cairn.example");
  expect(baseUrlOf("http://localhost:3000")).toBe("http://localhost:3000");
  expect(baseUrlOf("")).toBe("http://localhost:3000");
});

for (const wrong of [
  "cairn.example",
  "localhost:3000",
  "ftp://cairn.example",
  "https://cairn.example/library",
  "https://cairn.example?a=b",
  "https://me@cairn.example",
]) {
  test(`BASE_URL=${wrong} is refused by name`, () => {
    expect(() => baseUrlOf(wrong)).toThrow(/BASE_URL: must be an origin/);
  });
}
