import { looksMade, mixesCases, type SecretRule } from "@/lib/text/safety/secrets/rule";

const A = "[A-Za-z0-9]";
const U = "[A-Za-z0-9_-]";
const END = "(?![A-Za-z0-9])";

/** Tokens of payment services. Shapes follow the vendors' documentation. */
export const paymentTokens: readonly SecretRule[] = [
  {
    id: "stripe_sk_live",
    kind: "secret_stripe_key",
    what: "a Stripe key",
    gate: ["sk_live_", "rk_live_", "sk_test_", "rk_test_"],
    shape: new RegExp(`[sr]k_(?:live|test)_${A}{16,250}`, "y"),
  },
  {
    id: "stripe_whsec",
    kind: "secret_stripe_key",
    what: "a Stripe webhook secret",
    gate: ["whsec_"],
    shape: /whsec_[A-Za-z0-9+/=]{24,80}/y,
    check: looksMade,
  },
  {
    id: "square_sq0atp",
    kind: "secret_square_token",
    what: "a Square token",
    gate: ["sq0atp-", "sq0csp-", "sq0idp-"],
    shape: new RegExp(`sq0[aci][tsd]p-${U}{22,43}`, "y"),
  },
  {
    id: "square_eaaa",
    kind: "secret_square_token",
    what: "a Square token",
    gate: ["EAAA"],
    shape: new RegExp(`EAAA${U}{60}${END}`, "y"),
    check: mixesCases,
  },
  {
    id: "paypal_token",
    kind: "secret_paypal_token",
    what: "a Braintree token",
    gate: ["access_token$"],
    shape: /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/y,
  },
  {
    id: "plaid_token",
    kind: "secret_plaid_token",
    what: "a Plaid token",
    gate: ["access-production-", "access-sandbox-"],
    shape: /access-(?:production|sandbox)-[0-9a-f]{8}-[0-9a-f-]{27}/y,
  },
  {
    id: "shopify_token",
    kind: "secret_shopify_token",
    what: "a Shopify token",
    gate: ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"],
    shape: new RegExp(`shp(?:at|ca|pa|ss|tka)_${A}{32,64}`, "y"),
    check: looksMade,
  },
];
