import { expect, test } from "@playwright/test";
import { readable, scriptOf } from "@/lib/server/formats/cards/draw-card";

test("characters missing from the cards' fonts are left out, and a text that would lose its meaning is not drawn", async () => {
  expect(await readable("Fix 🚀 the build 👩‍💻 now")).toBe("Fix the build now");
  expect(await readable("Как настроить? Πώς; Đặt thời gian")).toBe("Как настроить? Πώς; Đặt thời gian");
  expect(await readable("<b>x</b> & y")).toBe("<b>x</b> & y");
  const arabic = "كيف أضبط مهلة الطلب في الخادم";
  expect(await readable(arabic)).toBeNull();
  expect(scriptOf(arabic)).toBe("in Arabic script");
  expect(scriptOf("キャッシュの方法")).toBe("in Japanese");
});
