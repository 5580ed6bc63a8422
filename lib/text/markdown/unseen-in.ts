import type { FoundUnseen } from "@/lib/text/markdown/find-unseen-marks";
import { memoize } from "@/lib/text/markdown/memoize";
import { renderer } from "@/lib/text/markdown/renderer";

export type { FoundUnseen };

/**
 * The parts of `file`, the published text of a skill version, that its rendered page does not show; computed once per
 * process, where documents are rendered. Never rejects: a text that is too slow to parse is not `is_whole`.
 */
export function unseenIn(version_id: string, file: string): Promise<FoundUnseen> {
  return memoize(
    "unseen_in_versions",
    version_id,
    () => renderer().findUnseen(file),
    ({ is_whole }) => is_whole,
  );
}
