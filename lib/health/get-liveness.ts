import type { Context } from "@/lib/context";

/** That the process answers at all, and since when. Touches nothing else. */
export async function getLiveness(_ctx: Context): Promise<{ data: { status: "live"; uptime_seconds: number } }> {
  return { data: { status: "live", uptime_seconds: Math.floor(process.uptime()) } };
}
