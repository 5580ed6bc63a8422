import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { answer } from "@/lib/contract/public/resources";

export const setSignup = endpoint({
  ...moderation,
  name: "set_signup",
  path: "/api/v1/maintenance/signup",
  summary: "Open or close signup. What SIGNUP=closed closes stays closed.",
  input: z.strictObject({ open: z.boolean(), reason: Reason }),
  output: answer(z.strictObject({ open: z.boolean() })),
  problems: refusals,
});
