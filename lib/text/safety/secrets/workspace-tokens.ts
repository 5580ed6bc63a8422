import { A, END, looksMade, mixesCases, readBare, row, type SecretRule, U } from "@/lib/text/safety/secrets/rule";

/** Tokens of document, map, campaign and sign-in services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
export const workspaceTokens: readonly SecretRule[] = [
  row("notion_ntn", "notion_token", "a Notion token", ["ntn_"], new RegExp(`ntn_${A}{40,60}`, "y")),
  row("notion_secret", "notion_token", "a Notion token", ["secret_"], new RegExp(`secret_${A}{43}${END}`, "y"), { check: looksMade }),
  row("airtable_token", "airtable_token", "an Airtable token", ["pat"], /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y),
  row("asana_token", "asana_token", "an Asana token", ["0/", "1/", "2/"], /[0-2]\/\d{10,20}(?:\/\d{10,20})?:[a-f0-9]{32}/y),
  row("dropbox_token", "dropbox_token", "a Dropbox token", ["sl."], /sl\.(?:u\.)?[A-Za-z0-9_-]{100,1300}/y),
  row("mapbox_token", "mapbox_token", "a Mapbox secret token", ["sk.eyJ"], new RegExp(`sk\\.eyJ${U}{40,200}\\.${U}{20,60}`, "y")),
  row("easypost_key", "easypost_key", "an EasyPost key", ["EZAK", "EZTK"], new RegExp(`EZ[AT]K${A}{54}`, "y")),
  row("typeform_token", "typeform_token", "a Typeform token", ["tfp_"], /tfp_[A-Za-z0-9_.=-]{40,80}/y, { check: looksMade }),
  row("contentful_token", "contentful_token", "a Contentful token", ["CFPAT-"], new RegExp(`CFPAT-${U}{40,60}`, "y")),
  row("datadog_key", "datadog_key", "a Datadog application key", ["ddapp_", "ddpat_"], new RegExp(`dd(?:app|pat)_${A}{30,60}`, "y")),
  row("launchdarkly_key", "launchdarkly_key", "a LaunchDarkly key", ["sdk-", "api-"], /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/y),
  row("facebook_token", "facebook_token", "a Facebook token", ["EAA"], new RegExp(`EAA${A}{50,400}${END}`, "y"), { check: mixesCases }),
  row("mailchimp_key", "mailchimp_key", "a Mailchimp key", ["-us"], /(?<=(?<![A-Za-z0-9])(?<head>[0-9a-f]{32}))-us\d{1,2}(?![A-Za-z0-9])/y, { inside: true }),
  row("mandrill_key", "mailchimp_key", "a Mandrill key", ["md-"], new RegExp(`md-${U}{22}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
  row("okta_ssws", "okta_token", "an Okta token", ["SSWS "], /SSWS /y, { read: readBare, check: (secret) => secret.length >= 36 && mixesCases(secret) }),
  row("okta_token", "okta_token", "an Okta token", ["00"], new RegExp(`00${U}{40}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
];
