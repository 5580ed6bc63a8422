import { looksMade, mixesCases, row, type SecretRule } from "@/lib/text/safety/secrets/rule";

const A = "[A-Za-z0-9]";
const U = "[A-Za-z0-9_-]";
const END = "(?![A-Za-z0-9])";

/** Tokens of further services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
export const serviceTokens: readonly SecretRule[] = [
  row("adafruit_key", "adafruit_key", "an Adafruit key", ["aio_"], new RegExp(`aio_${A}{28}${END}`, "y")),
  row("adobe_secret", "adobe_secret", "an Adobe client secret", ["p8e-", "p8-"], new RegExp(`p8e?-${U}{32}(?![A-Za-z0-9_-])`, "y"), { check: looksMade }),
  row("hubspot_token", "hubspot_token", "a HubSpot token", ["pat-na", "pat-eu"], /pat-(?:na|eu)\d?-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  row("duffel_token", "duffel_token", "a Duffel token", ["duffel_live_", "duffel_test_"], new RegExp(`duffel_(?:live|test)_${U}{43}`, "y")),
  row("flutterwave_key", "flutterwave_key", "a Flutterwave key", ["FLWSECK"], /FLWSECK(?:_TEST)?-[a-f0-9]{12,40}(?:-X)?/y),
  row("frameio_token", "frameio_token", "a Frame.io token", ["fio-u-"], new RegExp(`fio-u-${U}{64}`, "y")),
  row("gocardless_token", "gocardless_token", "a GoCardless token", ["live_", "sandbox_"], new RegExp(`(?:live|sandbox)_${U}{40}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
  row("intercom_token", "intercom_token", "an Intercom token", ["dG9rO"], /dG9rO[A-Za-z0-9+/]{50,60}={1,2}/y),
  row("lob_key", "lob_key", "a Lob key", ["live_", "test_"], /(?:live|test)_[a-f0-9]{35}(?![A-Za-z0-9])/y),
  row("nylas_key", "nylas_key", "a Nylas key", ["nyk_v0_"], new RegExp(`nyk_v0_${A}{50,70}`, "y")),
  row("paddle_key", "paddle_key", "a Paddle key", ["pdl_live_", "pdl_sdbx_"], /pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}/y),
  row("posthog_key", "posthog_key", "a PostHog personal key", ["phx_"], new RegExp(`phx_${A}{40,60}${END}`, "y")),
  row("pagerduty_key", "pagerduty_key", "a PagerDuty key", ["pdus+"], /pdus\+_?[A-Za-z0-9+_-]{14,30}/y, { check: looksMade }),
  row("pagerduty_token", "pagerduty_key", "a PagerDuty token", ["u+", "y_"], /(?:u\+|y_)[A-Za-z0-9_+-]{18}(?![A-Za-z0-9_+-])/y, { check: mixesCases }),
  row("readme_key", "readme_key", "a ReadMe key", ["rdme_"], /rdme_[a-z0-9]{50,80}/y),
  row("rootly_key", "rootly_key", "a Rootly key", ["rootly_"], /rootly_[a-f0-9]{64}/y),
  row("salesforce_token", "salesforce_token", "a Salesforce access token", ["00D"], /00D[A-Za-z0-9]{9,15}![A-Za-z0-9._]{60,150}/y),
  row("shippo_token", "shippo_token", "a Shippo token", ["shippo_live_", "shippo_test_"], /shippo_(?:live|test)_[a-f0-9]{40}/y),
  row("segment_token", "segment_token", "a Segment token", ["sgp_"], new RegExp(`sgp_${A}{64}${END}`, "y"), { check: mixesCases }),
  row("trello_token", "trello_token", "a Trello token", ["ATTA"], /ATTA[a-f0-9]{60,76}/y),
  row("statsig_key", "statsig_key", "a Statsig key", ["secret-", "console-"], new RegExp(`(?:secret|console)-${A}{40,60}${END}`, "y"), { check: mixesCases }),
  row("woocommerce_key", "woocommerce_key", "a WooCommerce key", ["ck_", "cs_"], /c[ks]_[a-f0-9]{40}(?![A-Za-z0-9_-])/y),
  row("zoho_token", "zoho_token", "a Zoho token", ["1000."], /1000\.[a-f0-9]{32}\.[a-f0-9]{32}/y),
  row("zuplo_key", "zuplo_key", "a Zuplo key", ["zpka_"], /zpka_[A-Za-z0-9_]{32,80}/y, { check: looksMade }),
  row("twitch_oauth_token", "twitch_token", "a Twitch token", ["oauth:"], /oauth:[a-z0-9]{30}(?![a-z0-9])/y, { check: looksMade }),
  row("twitter_bearer", "twitter_token", "a Twitter bearer token", ["AAAAAAAAAAAAAAAAAAAA"], /A{20,24}[A-Za-z0-9%]{60,100}(?![A-Za-z0-9+/=])/y, { check: mixesCases }),
  row("make_webhook", "make_webhook", "a webhook of Make", ["hook.eu1.make.com/", "hook.eu2.make.com/", "hook.us1.make.com/", "hook.us2.make.com/", "hook.integromat.com/"], /hook\.[a-z0-9.]{4,20}\/[a-z0-9]{28,40}/y),
  row("power_automate_webhook", "teams_webhook", "a webhook of Power Automate", [".logic.azure.com"], /\.logic\.azure\.com(?::443)?\/[^\s"']{10,400}[?&]sig=[A-Za-z0-9_%-]{30,80}/y, { inside: true }),
  row("vtwn_token", "valtown_token", "a Val Town token", ["vtwn_"], new RegExp(`vtwn_${A}{24,40}`, "y")),
];
