import { write } from "@/db/client";
import { addCampaignCounts, type CampaignCount } from "@/db/queries/figures";
import { singleton } from "@/lib/platform/singleton";

/** More distinct campaigns than this between two writes are not counted, because anyone can invent parameters. */
const DISTINCT_MAX = 1_000;

type Parameters = {
  utm_source?: string | undefined;
  utm_medium?: string | undefined;
  utm_campaign?: string | undefined;
};

const counts = () => singleton("campaign-counts", () => new Map<string, CampaignCount>());

/** Counts one search under its tracking parameters, in memory; `flushCampaigns` writes them. */
export function countCampaign({ utm_source = "", utm_medium = "", utm_campaign = "" }: Parameters): void {
  if (!utm_source && !utm_medium && !utm_campaign) return;
  const day = new Date().toISOString().slice(0, 10);
  const key = JSON.stringify([day, utm_source, utm_medium, utm_campaign]);
  const known = counts().get(key);
  if (known) known.searches += 1;
  else if (counts().size < DISTINCT_MAX) counts().set(key, { day, utm_source, utm_medium, utm_campaign, searches: 1 });
}

/** Adds the counts since the last call to the day's totals. On failure they are kept for the next call. */
export async function flushCampaigns(): Promise<void> {
  const taken = [...counts().values()];
  if (taken.length === 0) return;
  counts().clear();
  try {
    await write((sql) => addCampaignCounts(sql, taken));
  } catch (error) {
    for (const count of taken) {
      const key = JSON.stringify([count.day, count.utm_source, count.utm_medium, count.utm_campaign]);
      const since = counts().get(key);
      if (since) since.searches += count.searches;
      else counts().set(key, count);
    }
    throw error;
  }
}
