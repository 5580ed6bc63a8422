import type { Context } from "@/lib/domain/context";

/** Shows that the process answers, and since when. Uses nothing else. */
export async function getLiveness(_ctx: Context): Promise<{ data: { status: "live"; uptime_seconds: number } }> {
  return { data: { status: "live", uptime_seconds: Math.floor(process.uptime()) } };
}
