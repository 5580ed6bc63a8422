import { looksMade, mixesCases, row, type SecretRule } from "@/lib/text/safety/secrets/rule";

const A = "[A-Za-z0-9]";
const U = "[A-Za-z0-9_-]";
const END = "(?![A-Za-z0-9])";

/** Tokens of developer tools beside code hosting. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
export const developerTokens: readonly SecretRule[] = [
  row("linear_key", "linear_key", "a Linear key", ["lin_api_", "lin_oauth_"], /lin_(?:api|oauth)_[A-Za-z0-9]{32,128}/y),
  row("figma_token", "figma_token", "a Figma token", ["figd_"], new RegExp(`figd_${U}{36,60}`, "y")),
  row("sentry_sntrys", "sentry_token", "a Sentry token", ["sntrys_"], /sntrys_[A-Za-z0-9+/=_-]{40,400}/y, { check: looksMade }),
  row("sentry_sntryu", "sentry_token", "a Sentry token", ["sntryu_", "sntryi_", "sntrya_"], /sntry[uia]_[a-f0-9]{64}/y),
  row("new_relic_nrak", "new_relic_key", "a New Relic key", ["NRAK-", "NRIQ-", "NRRA-", "NRJS-"], /NR(?:AK|IQ|RA|JS)-[A-Za-z0-9]{19,42}/y),
  row("new_relic_nrii", "new_relic_key", "a New Relic key", ["NRII-"], new RegExp(`NRII-${U}{32}`, "y")),
  row("grafana_glsa", "grafana_token", "a Grafana token", ["glsa_"], /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/y),
  row("grafana_glc", "grafana_token", "a Grafana Cloud token", ["glc_"], /glc_[A-Za-z0-9+/=]{32,400}/y, { check: looksMade }),
  row("dynatrace_token", "dynatrace_token", "a Dynatrace token", ["dt0c01.", "dt0s01."], /dt0[cs]01\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y),
  row("pulumi_token", "pulumi_token", "a Pulumi token", ["pul-"], /pul-[a-f0-9]{40}(?![a-z0-9])/y),
  row("terraform_token", "terraform_token", "a Terraform token", [".atlasv1."], new RegExp(`(?<=(?<head>(?<![A-Za-z0-9])${A}{14})?)\\.atlasv1\\.${U}{60,120}`, "y"), { inside: true }),
  row("vault_token", "vault_token", "a Vault token", ["hvs.", "hvb.", "hvr."], new RegExp(`hv[sbr]\\.${U}{24,300}`, "y"), { check: looksMade }),
  row("doppler_token", "doppler_token", "a Doppler token", ["dp."], /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,60}/y),
  row("onepassword_token", "onepassword_token", "a 1Password service account token", ["ops_ey"], /ops_ey[A-Za-z0-9+/=_-]{100,1300}/y),
  row("age_key", "age_key", "an age secret key", ["AGE-SECRET-KEY-1"], /AGE-SECRET-KEY-1[A-Z0-9]{58}/y),
  row("gitlab_feature_token", "gitlab_token", "a GitLab client token", ["glffct-", "glwt-", "glrtr-"], new RegExp(`gl(?:ffct|wt|rtr)-${U}{20,255}`, "y"), { check: looksMade }),
  row("jfrog_reference_token", "artifactory_token", "an Artifactory token", ["cmVmd"], new RegExp(`cmVmd${A}{59}${END}`, "y"), { check: mixesCases }),
  row("jetbrains_token", "jetbrains_token", "a JetBrains token", ["perm:", "perm-"], /perm[:-][A-Za-z0-9+/=_-]{4,80}\.[A-Za-z0-9+/=_-]{2,80}\.[A-Za-z0-9]{26,60}/y),
  row("octopus_key", "octopus_key", "an Octopus Deploy key", ["API-"], /API-[A-Z0-9]{25,32}(?![A-Za-z0-9])/y, { check: looksMade }),
  row("harness_token", "harness_token", "a Harness token", ["pat.", "sat."], /[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/y),
  row("prefect_key", "prefect_key", "a Prefect key", ["pnu_", "pnb_"], new RegExp(`pn[ub]_${A}{36}${END}`, "y"), { check: looksMade }),
  row("infracost_key", "infracost_key", "an Infracost key", ["ico-"], new RegExp(`ico-${A}{32}${END}`, "y"), { check: mixesCases }),
  row("sourcegraph_token", "sourcegraph_token", "a Sourcegraph token", ["sgp_", "slk_", "sgd_"], /(?:sgp|slk|sgd)_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40,64}(?![A-Za-z0-9])/y),
  row("snyk_token", "snyk_token", "a Snyk token", ["snyk_uat.", "snyk_sat."], /snyk_[us]at\.[A-Za-z0-9_.-]{20,200}/y, { check: looksMade }),
  row("clojars_token", "clojars_token", "a Clojars token", ["CLOJARS_"], /CLOJARS_[a-z0-9]{60}/y),
  row("packagist_token", "packagist_token", "a Packagist token", ["packagist_"], /packagist_[a-z]{2,5}_[a-f0-9]{60,80}/y),
  row("jsr_token", "jsr_token", "a JSR token", ["jsrd_", "jsrp_"], new RegExp(`jsr[dp]_${A}{28,60}`, "y"), { check: looksMade }),
  row("chromatic_token", "chromatic_token", "a Chromatic token", ["chpt_"], /chpt_[a-z0-9]{10,20}(?![a-z0-9])/y, { check: looksMade }),
  row("figma_oauth_token", "figma_token", "a Figma token", ["figu_", "figo_", "figor_", "figoh_"], new RegExp(`fig(?:u|o|or|oh)_${U}{36,60}`, "y"), { check: looksMade }),
  row("new_relic_license", "new_relic_key", "a New Relic license key", ["NRAL"], /(?<=(?<![A-Za-z0-9])(?<head>(?:eu01xx)?[0-9a-f]{30,36}))NRAL(?![A-Za-z0-9])/y, { inside: true }),
  row("vault_old_token", "vault_token", "a Vault token", ["s."], new RegExp(`s\\.${A}{24}(?![A-Za-z0-9_.(-])`, "y"), { check: mixesCases }),
  row("grafana_old_key", "grafana_token", "a Grafana key", ["eyJrIjoi"], /eyJrIjoi[A-Za-z0-9+/_-]{40,400}={0,2}/y),
  row("n8n_key", "n8n_key", "an n8n key", ["n8n_api_"], /n8n_api_[A-Za-z0-9._-]{32,400}/y, { check: looksMade }),
];
