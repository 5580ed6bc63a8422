import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { deciding, Reason, refusals } from "@/lib/contract/maintenance/deciding";
import { answer } from "@/lib/contract/public/resources";

export const setSignup = endpoint({
  ...deciding,
  name: "set_signup",
  path: "/api/v1/maintenance/signup",
  summary: "Open or close signup. What SIGNUP=closed closes stays closed.",
  input: z.strictObject({ open: z.boolean(), reason: Reason }),
  output: answer(z.strictObject({ open: z.boolean() })),
  problems: refusals,
});
