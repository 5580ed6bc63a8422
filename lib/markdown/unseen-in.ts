import type { FoundUnseen } from "@/lib/markdown/find-unseen-marks";
import { keepMade } from "@/lib/markdown/keep-made";
import { renderer } from "@/lib/markdown/renderer";

export type { FoundUnseen };

/**
 * What the rendered page of a skill version does not show of `file`, the text that goes out for it; looked for once per
 * process, where it is rendered. Never rejects: a text that is too slow to parse is not found `is_whole`.
 */
export function unseenIn(version_id: string, file: string): Promise<FoundUnseen> {
  return keepMade(
    "unseen_in_versions",
    version_id,
    () => renderer().findUnseen(file),
    ({ is_whole }) => is_whole,
  );
}
