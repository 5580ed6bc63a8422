import { insertDecision } from "@/db/queries/decisions";
import { storeSignup } from "@/db/queries/maintenance";
import { newId } from "@/lib/ids";
import { byMaintainer, type Deciding } from "@/lib/maintenance/deciding";

type Input = { open: boolean; reason: string };

/** Opening or closing signup. SIGNUP=closed in the environment stays closed whatever is decided here. */
export const settingSignup: Deciding<Input, { open: boolean }> = {
  effect: async (sql, decider, { open, reason }) => {
    await storeSignup(sql, open);
    await insertDecision(sql, {
      decision_id: newId("dec"),
      kind: "signup",
      decided_by: decider.name,
      decided_by_connection_id: decider.connection_id,
      reason,
      details: { open },
    });
    return { open };
  },
};

export const setSignup = byMaintainer(settingSignup);
