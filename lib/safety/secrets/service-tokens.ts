import type { TokenRule } from "@/lib/safety/secrets/find-prefixed";

const A = "[A-Za-z0-9]";
const U = "[A-Za-z0-9_-]";
const END = "(?![A-Za-z0-9])";

/** Tokens of payment, messaging, mail and other web services. Shapes follow the vendors' documentation. */
export const serviceTokens: readonly TokenRule[] = [
  {
    kind: "secret_stripe_key",
    what: "a Stripe key",
    literals: ["sk_live_", "rk_live_", "sk_test_", "rk_test_"],
    shape: new RegExp(`[sr]k_(?:live|test)_${A}{16,250}`, "y"),
  },
  {
    kind: "secret_stripe_key",
    what: "a Stripe webhook secret",
    literals: ["whsec_"],
    shape: /whsec_[A-Za-z0-9+/=]{24,80}/y,
    mixed: "digits",
  },
  {
    kind: "secret_square_token",
    what: "a Square token",
    literals: ["sq0atp-", "sq0csp-", "sq0idp-"],
    shape: new RegExp(`sq0[aci][tsd]p-${U}{22,43}`, "y"),
  },
  {
    kind: "secret_square_token",
    what: "a Square token",
    literals: ["EAAA"],
    shape: new RegExp(`EAAA${U}{60}${END}`, "y"),
    mixed: "cases",
  },
  {
    kind: "secret_paypal_token",
    what: "a Braintree token",
    literals: ["access_token$"],
    shape: /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/y,
  },
  {
    kind: "secret_plaid_token",
    what: "a Plaid token",
    literals: ["access-production-", "access-sandbox-"],
    shape: /access-(?:production|sandbox)-[0-9a-f]{8}-[0-9a-f-]{27}/y,
  },
  {
    kind: "secret_shopify_token",
    what: "a Shopify token",
    literals: ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"],
    shape: new RegExp(`shp(?:at|ca|pa|ss|tka)_${A}{32,64}`, "y"),
    mixed: "digits",
  },
  {
    kind: "secret_slack_token",
    what: "a Slack token",
    literals: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxc-", "xoxd-"],
    shape: /xox[bparsoecd]-[A-Za-z0-9%./+=-]{15,250}/y,
    mixed: "digits",
  },
  {
    kind: "secret_slack_token",
    what: "a Slack token",
    literals: ["xoxe.xox"],
    shape: /xoxe\.xox[bp]-[A-Za-z0-9-]{20,250}/y,
  },
  {
    kind: "secret_slack_token",
    what: "a Slack app token",
    literals: ["xapp-"],
    shape: /xapp-\d-[A-Za-z0-9]{6,20}-\d{6,20}-[A-Za-z0-9]{20,80}/y,
  },
  {
    kind: "secret_slack_webhook",
    what: "a Slack webhook",
    literals: ["hooks.slack.com/"],
    shape: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{6,20}\/[A-Z0-9]{6,20}\/[A-Za-z0-9/]{16,80}/y,
  },
  {
    kind: "secret_discord_webhook",
    what: "a Discord webhook",
    literals: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    shape: new RegExp(`discord(?:app)?\\.com/api/webhooks/\\d{10,22}/${U}{40,100}`, "y"),
  },
  {
    kind: "secret_teams_webhook",
    what: "a Teams webhook",
    literals: ["webhook.office.com/"],
    shape: /webhook\.office\.com\/webhookb2\/[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[A-Za-z0-9]{32}/y,
  },
  {
    kind: "secret_zapier_webhook",
    what: "a Zapier webhook",
    literals: ["hooks.zapier.com/hooks/catch/"],
    shape: /hooks\.zapier\.com\/hooks\/catch\/\d{4,12}\/[a-z0-9]{5,20}/y,
    mixed: "digits",
  },
  {
    kind: "secret_sendgrid_key",
    what: "a SendGrid key",
    literals: ["SG."],
    shape: new RegExp(`SG\\.${U}{16,32}\\.${U}{32,64}`, "y"),
  },
  {
    kind: "secret_twilio_key",
    what: "a Twilio key",
    literals: ["SK", "AC"],
    shape: /(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])/y,
  },
  {
    kind: "secret_mailgun_key",
    what: "a Mailgun key",
    literals: ["key-"],
    shape: /key-[0-9a-z]{32}(?![0-9A-Za-z])/y,
    mixed: "digits",
  },
  {
    kind: "secret_brevo_key",
    what: "a Brevo key",
    literals: ["xkeysib-", "xsmtpsib-"],
    shape: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y,
  },
  {
    kind: "secret_resend_key",
    what: "a Resend key",
    literals: ["re_"],
    shape: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}(?![A-Za-z0-9])/y,
    mixed: "cases",
  },
  {
    kind: "secret_notion_token",
    what: "a Notion token",
    literals: ["ntn_"],
    shape: new RegExp(`ntn_${A}{40,60}`, "y"),
  },
  {
    kind: "secret_notion_token",
    what: "a Notion token",
    literals: ["secret_"],
    shape: new RegExp(`secret_${A}{43}${END}`, "y"),
    mixed: "digits",
  },
  {
    kind: "secret_airtable_token",
    what: "an Airtable token",
    literals: ["pat"],
    shape: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y,
  },
  {
    kind: "secret_asana_token",
    what: "an Asana token",
    literals: ["0/", "1/", "2/"],
    shape: /[0-2]\/\d{10,20}(?:\/\d{10,20})?:[a-f0-9]{32}/y,
  },
  {
    kind: "secret_dropbox_token",
    what: "a Dropbox token",
    literals: ["sl."],
    shape: /sl\.(?:u\.)?[A-Za-z0-9_-]{100,1300}/y,
  },
  {
    kind: "secret_facebook_token",
    what: "a Facebook token",
    literals: ["EAACEdEose0cBA", "EAAG", "EAAB"],
    shape: new RegExp(`EAA[A-Z]${A}{80,300}`, "y"),
  },
  {
    kind: "secret_mapbox_token",
    what: "a Mapbox secret token",
    literals: ["sk.eyJ"],
    shape: new RegExp(`sk\\.eyJ${U}{40,200}\\.${U}{20,60}`, "y"),
  },
  {
    kind: "secret_easypost_key",
    what: "an EasyPost key",
    literals: ["EZAK", "EZTK"],
    shape: new RegExp(`EZ[AT]K${A}{54}`, "y"),
  },
  {
    kind: "secret_typeform_token",
    what: "a Typeform token",
    literals: ["tfp_"],
    shape: /tfp_[A-Za-z0-9_.=-]{40,80}/y,
    mixed: "digits",
  },
  {
    kind: "secret_contentful_token",
    what: "a Contentful token",
    literals: ["CFPAT-"],
    shape: new RegExp(`CFPAT-${U}{40,60}`, "y"),
  },
  {
    kind: "secret_datadog_key",
    what: "a Datadog application key",
    literals: ["ddapp_", "ddpat_"],
    shape: new RegExp(`dd(?:app|pat)_${A}{30,60}`, "y"),
  },
  {
    kind: "secret_launchdarkly_key",
    what: "a LaunchDarkly key",
    literals: ["sdk-", "api-"],
    shape: /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/y,
  },
];
