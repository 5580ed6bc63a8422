import { A, END, looksMade, mixesCases, row, type SecretRule, U } from "@/lib/text/safety/secrets/rule";

/** Tokens of payment services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
export const paymentTokens: readonly SecretRule[] = [
  row("stripe_sk_live", "stripe_key", "a Stripe key", ["sk_live_", "rk_live_", "sk_test_", "rk_test_"], new RegExp(`[sr]k_(?:live|test)_${A}{16,250}`, "y")),
  row("stripe_whsec", "stripe_key", "a Stripe webhook secret", ["whsec_"], /whsec_[A-Za-z0-9+/=]{24,80}/y, { check: looksMade }),
  row("square_sq0atp", "square_token", "a Square token", ["sq0atp-", "sq0csp-", "sq0idp-"], new RegExp(`sq0[aci][tsd]p-${U}{22,43}`, "y")),
  row("square_eaaa", "square_token", "a Square token", ["EAAA"], new RegExp(`EAAA${U}{60}${END}`, "y"), { check: mixesCases }),
  row("paypal_token", "paypal_token", "a Braintree token", ["access_token$"], /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/y),
  row("plaid_token", "plaid_token", "a Plaid token", ["access-production-", "access-sandbox-"], /access-(?:production|sandbox)-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  row("shopify_token", "shopify_token", "a Shopify token", ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"], new RegExp(`shp(?:at|ca|pa|ss|tka)_${A}{32,64}`, "y"), { check: looksMade }),
];
