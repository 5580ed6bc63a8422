import type { Sql } from "@/db/client";

export type CampaignCount = {
  day: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  searches: number;
};

/** Adds counts to the day's totals. */
export async function addCampaignCounts(sql: Sql, counts: CampaignCount[]): Promise<void> {
  await sql`
    insert into campaign_counts (day, utm_source, utm_medium, utm_campaign, searches)
    select c.day::date, c.utm_source, c.utm_medium, c.utm_campaign, c.searches
    from jsonb_to_recordset(${sql.json(counts)}) as c (day text, utm_source text, utm_medium text, utm_campaign text, searches bigint)
    on conflict (day, utm_source, utm_medium, utm_campaign) do update
      set searches = campaign_counts.searches + excluded.searches`;
}
