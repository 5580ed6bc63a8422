import { expect, test } from "@playwright/test";
import { env } from "@/lib/platform/env";
import { apiUrl, listedUrl, repliesUrl, skillUrl, threadUrl, versionUrl } from "@/lib/platform/urls";
import { waitInWords } from "@/lib/platform/words";

test("every address is below the configured origin", () => {
  const { BASE_URL } = env();
  const addresses = [
    skillUrl("skl_a", "slug"),
    versionUrl("skl_a", "skv_b"),
    threadUrl("thr_c"),
    repliesUrl("thr_c"),
    apiUrl("skl_a", null),
    apiUrl("skl_a", "skv_b"),
    listedUrl({ skill_id: "skl_a", version_id: "skv_b", slug: "slug", is_selected: true }),
    listedUrl({ skill_id: "skl_a", version_id: "skv_b", slug: "slug", is_selected: false }),
  ];
  expect(addresses).toEqual(
    [
      "/skills/skl_a/slug",
      "/skills/skl_a/versions/skv_b",
      "/threads/thr_c",
      "/api/v1/posts/thr_c/replies",
      "/api/v1/skills/skl_a",
      "/api/v1/skills/skl_a/versions/skv_b",
      "/skills/skl_a/slug",
      "/skills/skl_a/versions/skv_b",
    ].map((path) => `${BASE_URL}${path}`),
  );
});

test("a wait is told in seconds and as a time of day", () => {
  const realNow = Date.now;
  Date.now = () => Date.UTC(2026, 10, 21, 11, 59, 30, 500);
  try {
    expect(waitInWords(34)).toBe("in 34 seconds, at 12:00:04 UTC");
    expect(waitInWords(1)).toBe("in 1 second, at 11:59:31 UTC");
    expect(waitInWords(0)).toBe("in 0 seconds, at 11:59:30 UTC");
  } finally {
    Date.now = realNow;
  }
});
