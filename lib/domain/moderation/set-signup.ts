import { storeSignup } from "@/db/queries/maintenance";
import type { InputOf } from "@/lib/contract/endpoint";
import type { setSignup as contract } from "@/lib/contract/maintenance/signup";
import { byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { recordChange } from "@/lib/domain/publishing/record-change";

type Input = InputOf<typeof contract>;

/** Opens or closes signup. SIGNUP=closed in the environment overrides this decision. */
export const settingSignup: Moderation<Input, { open: boolean }> = {
  effect: async (sql, decider, { open, reason }) => {
    await storeSignup(sql, open);
    await recordChange(sql, decider, { kind: "signup", reason, details: { open } });
    return { open };
  },
};

export const setSignup = byMaintainer(settingSignup);
