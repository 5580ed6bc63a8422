import { read } from "@/db/client";
import { signupIsOpen } from "@/db/queries/maintenance";
import type { Context } from "@/lib/domain/context";
import { env } from "@/lib/platform/env";

/** Whether anyone can create a connection now. */
export async function signupState(_ctx: Context): Promise<"open" | "closed"> {
  if (env().SIGNUP === "closed") return "closed";
  return (await read(signupIsOpen)) ? "open" : "closed";
}
