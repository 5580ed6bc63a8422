import { A, END, looksMade, mixesCases, row, type SecretRule, U } from "@/lib/text/safety/secrets/rule";

/** Tokens of code hosts, package registries and build services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
export const codeTokens: readonly SecretRule[] = [
  row("cairn_token", "cairn_token", "a connection token of this service", ["ck_"], new RegExp(`ck_${U}{43}${END}`, "y")),
  row("cairn_append_key", "cairn_append_key", "an append key of this service", ["ak_"], new RegExp(`ak_${U}{43}${END}`, "y")),
  row("cairn_recovery_code", "cairn_recovery_code", "a recovery code of this service", ["rc_"], new RegExp(`rc_${U}{44}${END}`, "y")),
  row("github_ghp", "github_token", "a GitHub token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], new RegExp(`gh[pousr]_${A}{36,255}${END}`, "y")),
  row("github_pat", "github_token", "a GitHub token", ["github_pat_"], /github_pat_[A-Za-z0-9_]{36,255}/y),
  row("gitlab_glpat", "gitlab_token", "a GitLab token", ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-", "gloas-"], new RegExp(`gl[a-z]{2,5}-(?:${U}{20,255})`, "y"), { check: looksMade }),
  row("gitlab_gr1348941", "gitlab_token", "a GitLab runner token", ["GR1348941"], new RegExp(`GR1348941${U}{20}`, "y")),
  row("bitbucket_token", "bitbucket_token", "a Bitbucket app password", ["ATBB"], new RegExp(`ATBB${A}{28,40}${END}`, "y"), { check: mixesCases }),
  row("atlassian_token", "atlassian_token", "an Atlassian token", ["ATATT3", "ATCTT3", "ATSTT3"], /AT[ACS]TT3[A-Za-z0-9_\-=]{40,300}/y),
  row("npm_token", "npm_token", "an npm token", ["npm_"], new RegExp(`npm_${A}{36}(?![A-Za-z0-9_])`, "y"), { check: looksMade }),
  row("npm_authtoken", "npm_token", "an npm registry token", ["_authToken=", "_auth="], /_auth(?:Token)?=["']?[A-Za-z0-9_\-+/=]{20,200}/y),
  row("pypi_token", "pypi_token", "a PyPI token", ["pypi-"], new RegExp(`pypi-${U}{50,500}`, "y"), { check: mixesCases }),
  row("rubygems_token", "rubygems_token", "a RubyGems key", ["rubygems_"], /rubygems_[0-9a-f]{48}(?![0-9a-z])/y),
  row("crates_token", "crates_token", "a crates.io token", ["cio"], new RegExp(`cio${A}{32}${END}`, "y"), { check: mixesCases }),
  row("nuget_key", "nuget_key", "a NuGet key", ["oy2"], /oy2[a-z0-9]{43}(?![A-Za-z0-9])/y, { check: looksMade }),
  row("docker_token", "docker_token", "a Docker token", ["dckr_pat_", "dckr_oat_"], new RegExp(`dckr_[po]at_${U}{20,60}`, "y")),
  row("artifactory_token", "artifactory_token", "an Artifactory key", ["AKCp"], new RegExp(`AKCp${A}{60,80}${END}`, "y")),
  row("circleci_token", "circleci_token", "a CircleCI token", ["CCIPAT_", "CCIPRJ_"], /CCIP(?:AT|RJ)_[A-Za-z0-9_]{30,120}/y),
  row("buildkite_token", "buildkite_token", "a Buildkite token", ["bkua_", "bkat_"], /bk[ua]{1}[at]_[a-z0-9]{40}(?![a-z0-9])/y),
  row("sonar_token", "sonar_token", "a Sonar token", ["sqp_", "squ_", "sqa_"], /sq[pua]_[a-f0-9]{40}(?![a-z0-9])/y),
  row("postman_key", "postman_key", "a Postman key", ["PMAK-"], /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/y),
];
