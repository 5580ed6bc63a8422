import { readFileSync } from "node:fs";
import path from "node:path";
import type { Font } from "satori";
import { singleton } from "@/lib/platform/singleton";

const FOLDER = path.join(process.cwd(), "node_modules/@fontsource/source-sans-3/files");
/** The first font has priority; the others supply its missing characters. */
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"];
const WEIGHTS = [400, 600] as const;

/** The pages' text font by subset: `Text` is Latin, and the others supply its missing characters. Read once. */
export function cardFonts(): Font[] {
  return singleton("card_fonts", () =>
    SUBSETS.flatMap((subset) =>
      WEIGHTS.map((weight) => ({
        name: subset === "latin" ? "Text" : `Text ${subset}`,
        weight,
        style: "normal" as const,
        data: readFileSync(path.join(FOLDER, `source-sans-3-${subset}-${weight}-normal.woff`)),
      })),
    ),
  );
}
