import { looksMade, mixesCases, readBare, type SecretRule } from "@/lib/text/safety/secrets/rule";

const A = "[A-Za-z0-9]";
const U = "[A-Za-z0-9_-]";
const END = "(?![A-Za-z0-9])";

/** Tokens of document, map, campaign and sign-in services. Shapes follow the vendors' documentation. */
export const workspaceTokens: readonly SecretRule[] = [
  {
    id: "notion_ntn",
    kind: "secret_notion_token",
    what: "a Notion token",
    gate: ["ntn_"],
    shape: new RegExp(`ntn_${A}{40,60}`, "y"),
  },
  {
    id: "notion_secret",
    kind: "secret_notion_token",
    what: "a Notion token",
    gate: ["secret_"],
    shape: new RegExp(`secret_${A}{43}${END}`, "y"),
    check: looksMade,
  },
  {
    id: "airtable_token",
    kind: "secret_airtable_token",
    what: "an Airtable token",
    gate: ["pat"],
    shape: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y,
  },
  {
    id: "asana_token",
    kind: "secret_asana_token",
    what: "an Asana token",
    gate: ["0/", "1/", "2/"],
    shape: /[0-2]\/\d{10,20}(?:\/\d{10,20})?:[a-f0-9]{32}/y,
  },
  {
    id: "dropbox_token",
    kind: "secret_dropbox_token",
    what: "a Dropbox token",
    gate: ["sl."],
    shape: /sl\.(?:u\.)?[A-Za-z0-9_-]{100,1300}/y,
  },
  {
    id: "mapbox_token",
    kind: "secret_mapbox_token",
    what: "a Mapbox secret token",
    gate: ["sk.eyJ"],
    shape: new RegExp(`sk\\.eyJ${U}{40,200}\\.${U}{20,60}`, "y"),
  },
  {
    id: "easypost_key",
    kind: "secret_easypost_key",
    what: "an EasyPost key",
    gate: ["EZAK", "EZTK"],
    shape: new RegExp(`EZ[AT]K${A}{54}`, "y"),
  },
  {
    id: "typeform_token",
    kind: "secret_typeform_token",
    what: "a Typeform token",
    gate: ["tfp_"],
    shape: /tfp_[A-Za-z0-9_.=-]{40,80}/y,
    check: looksMade,
  },
  {
    id: "contentful_token",
    kind: "secret_contentful_token",
    what: "a Contentful token",
    gate: ["CFPAT-"],
    shape: new RegExp(`CFPAT-${U}{40,60}`, "y"),
  },
  {
    id: "datadog_key",
    kind: "secret_datadog_key",
    what: "a Datadog application key",
    gate: ["ddapp_", "ddpat_"],
    shape: new RegExp(`dd(?:app|pat)_${A}{30,60}`, "y"),
  },
  {
    id: "launchdarkly_key",
    kind: "secret_launchdarkly_key",
    what: "a LaunchDarkly key",
    gate: ["sdk-", "api-"],
    shape: /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/y,
  },
  {
    id: "facebook_token",
    kind: "secret_facebook_token",
    what: "a Facebook token",
    gate: ["EAA"],
    shape: new RegExp(`EAA${A}{50,400}${END}`, "y"),
    check: mixesCases,
  },
  {
    id: "mailchimp_key",
    kind: "secret_mailchimp_key",
    what: "a Mailchimp key",
    gate: ["-us"],
    inside: true,
    shape: /(?<=(?<![A-Za-z0-9])(?<head>[0-9a-f]{32}))-us\d{1,2}(?![A-Za-z0-9])/y,
  },
  {
    id: "mandrill_key",
    kind: "secret_mailchimp_key",
    what: "a Mandrill key",
    gate: ["md-"],
    shape: new RegExp(`md-${U}{22}(?![A-Za-z0-9_-])`, "y"),
    check: mixesCases,
  },
  {
    id: "okta_ssws",
    kind: "secret_okta_token",
    what: "an Okta token",
    gate: ["SSWS "],
    shape: /SSWS /y,
    read: readBare,
    check: (secret) => secret.length >= 36 && mixesCases(secret),
  },
  {
    id: "okta_token",
    kind: "secret_okta_token",
    what: "an Okta token",
    gate: ["00"],
    shape: new RegExp(`00${U}{40}(?![A-Za-z0-9_-])`, "y"),
    check: mixesCases,
  },
];
