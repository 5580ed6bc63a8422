/** Shows that the process answers, and since when. Uses nothing else. */
export async function getLiveness(): Promise<{ data: { status: "live"; uptime_seconds: number } }> {
  return { data: { status: "live", uptime_seconds: Math.floor(process.uptime()) } };
}
