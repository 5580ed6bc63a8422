import { isBasicPair, isTypedPassword, looksRandom } from "@/lib/text/safety/secrets/judge-value";
import {
  A,
  END,
  looksMade,
  mixesCases,
  readBare,
  readWord,
  row,
  type SecretRule,
  U,
} from "@/lib/text/safety/secrets/rule";
import { commandPasswords, toldSecrets } from "@/lib/text/safety/secrets/typed-secrets";

/** Tokens of code hosts, package registries and build services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
const codeTokens: readonly SecretRule[] = [
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

/** Tokens of developer tools beside code hosting. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
const developerTokens: readonly SecretRule[] = [
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

/** Tokens of clouds, databases, hosting and model providers. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
const cloudTokens: readonly SecretRule[] = [
  row("aws_access_key", "aws_access_key", "an AWS access key id", ["AKIA", "ASIA", "ABIA", "ACCA"], new RegExp(`A[KSBC][IC]A[A-Z0-9]{16}${END}`, "y")),
  // Forty base64 characters are not specific: the name before them is required.
  row("aws_secret_access_key", "aws_secret_key", "an AWS secret access key", ["secret_access_key", "secretaccesskey", "secret_accesskey", "secretaccess_key"], /secret_?access_?key["']?\s{0,10}(?:=>|[:=])\s{0,10}["']?(?<secret>[a-z0-9/+=]{40})(?![a-z0-9/+=])/iy, { inside: true, folded: true, check: looksMade }),
  row("google_key", "google_key", "a Google API key", ["AIza"], new RegExp(`AIza${U}{35}${END}`, "y")),
  row("google_gocspx", "google_oauth", "a Google OAuth client secret", ["GOCSPX-"], new RegExp(`GOCSPX-${U}{24,40}`, "y")),
  row("google_ya29", "google_oauth", "a Google OAuth token", ["ya29."], new RegExp(`ya29\\.${U}{20,500}`, "y")),
  row("google_service_account", "google_service_account", "a Google service account key", ["private_key_id"], /private_key_id\\?["']?\s{0,4}:\s{0,4}\\?["']?[0-9a-f]{40}/y),
  row("azure_accountkey", "azure_key", "an Azure storage key", ["AccountKey=", "accountkey="], /[Aa]ccount[Kk]ey=[A-Za-z0-9+/]{60,88}={0,2}/y),
  row("azure_sharedaccesskey", "azure_key", "an Azure shared access key", ["SharedAccessKey="], /SharedAccessKey=[A-Za-z0-9+/]{40,88}={0,2}/y),
  row("azure_sas", "azure_sas", "an Azure shared access signature", ["sig="], /sig=[A-Za-z0-9%+/]{40,80}(?:%3[Dd]|={1,2})/y),
  row("azure_client_secret", "azure_client_secret", "an Azure client secret", ["7Q~", "8Q~", "9Q~"], /(?<=(?<head>(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3})?)\dQ~[A-Za-z0-9_~.-]{31,34}/y, { inside: true }),
  row("alibaba_key", "alibaba_key", "an Alibaba Cloud key id", ["LTAI"], new RegExp(`LTAI${A}{16,24}${END}`, "y"), { check: mixesCases }),
  row("digitalocean_token", "digitalocean_token", "a DigitalOcean token", ["dop_v1_", "doo_v1_", "dor_v1_"], /do[opr]_v1_[a-f0-9]{64}/y),
  row("heroku_key", "heroku_key", "a Heroku key", ["HRKU-"], new RegExp(`HRKU-${U}{30,80}`, "y"), { check: looksMade }),
  row("fly_token", "fly_token", "a Fly token", ["fm1_", "fm2_", "fm1a_", "fm1r_", "fo1_"], /f[mo][12][ar]?_[A-Za-z0-9+/=_-]{40,1000}/y),
  row("vercel_vcp", "vercel_token", "a Vercel token", ["vcp_", "vci_", "vca_", "vcr_", "vck_"], new RegExp(`vc[piark]_${A}{24,100}`, "y"), { check: looksMade }),
  row("vercel_blob_rw", "vercel_token", "a Vercel Blob token", ["vercel_blob_rw_"], /vercel_blob_rw_[A-Za-z0-9_]{24,100}/y),
  row("netlify_token", "netlify_token", "a Netlify token", ["nfp_", "nfc_", "nfo_"], new RegExp(`nf[pco]_${A}{36,50}`, "y")),
  row("render_key", "render_key", "a Render key", ["rnd_"], new RegExp(`rnd_${A}{24,50}${END}`, "y"), { check: mixesCases }),
  row("supabase_sbp", "supabase_key", "a Supabase token", ["sbp_"], /sbp_(?:oauth_)?[a-f0-9]{40}/y),
  row("supabase_sb_secret", "supabase_key", "a Supabase secret key", ["sb_secret_"], new RegExp(`sb_secret_${U}{20,80}`, "y"), { check: looksMade }),
  row("planetscale_token", "planetscale_token", "a PlanetScale token", ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,64}/y),
  row("neon_key", "neon_key", "a Neon key", ["napi_"], new RegExp(`napi_${A}{40,80}`, "y")),
  row("databricks_token", "databricks_token", "a Databricks token", ["dapi"], /dapi[a-f0-9]{32}(?:-\d)?(?![a-z0-9])/y),
  row("cloudflare_key", "cloudflare_key", "a Cloudflare origin key", ["v1.0-"], /v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}/y),
  row("tailscale_key", "tailscale_key", "a Tailscale key", ["tskey-"], /tskey-[a-z]{3,12}-[A-Za-z0-9]{8,24}(?:-[A-Za-z0-9]{16,40})?/y),
  row("aws_session_token", "aws_session_token", "an AWS session token", ["IQoJb3JpZ2lu", "FwoGZXIvYXdz", "FQoGZXIvYXdz"], /[FI][wQ]o[GJ][A-Za-z0-9]{8}[A-Za-z0-9+/]{80,2000}={0,2}/y),
  row("aws_mws_token", "aws_mws_token", "an Amazon MWS token", ["amzn.mws."], /amzn\.mws\.[0-9a-f]{8}-[0-9a-f-]{27}/y),
  row("azure_devops_token", "azure_devops_token", "an Azure DevOps token", ["AZDO"], /(?<=(?<![A-Za-z0-9])(?<head>[A-Za-z0-9]{76}))AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/y, { inside: true }),
  row("azure_marked_key", "azure_key", "an Azure key", ["AzFu", "AzSe", "AzCa", "ACDb", "APIM", "+ASt", "+AEh", "+ASb", "+ARm", "+ACR", "AIoT"], /(?<=(?<![A-Za-z0-9+/_-])(?<head>[A-Za-z0-9+/_-]{32,77}))(?:A[zC][A-Z][a-z]|APIM|\+A[A-Z][A-Za-z]|AIoT)[A-Za-z0-9+/]{4,7}={0,2}(?![A-Za-z0-9+/_-])/y, { inside: true }),
  row("azure_function_key", "azure_key", "a key of an Azure function", [".azurewebsites.net/"], /\.azurewebsites\.net\/[^\s"'?]{1,200}\?(?:[^\s"'&]{1,80}&)?code=(?<secret>[A-Za-z0-9%+/_-]{40,120}={0,2})/y, { inside: true }),
  row("google_refresh_token", "google_oauth", "a Google refresh token", ["1//0"], new RegExp(`1//0${U}{30,200}`, "y"), { check: mixesCases }),
  row("firebase_server_key", "firebase_key", "a Firebase server key", [":APA91b"], new RegExp(`:APA91b${U}{120,180}`, "y"), { inside: true }),
  row("cockroach_key", "cockroach_key", "a CockroachDB Cloud key", ["CCDB1_"], /CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/y),
  row("mongodb_atlas_secret", "mongodb_key", "a MongoDB Atlas service secret", ["mdb_sa_sk_"], new RegExp(`mdb_sa_sk_${U}{40}`, "y")),
  row("confluent_secret", "confluent_key", "a Confluent secret", ["cflt"], /cflt[A-Za-z0-9+/]{60}(?![A-Za-z0-9+/])/y, { check: mixesCases }),
  row("deno_token", "deno_token", "a Deno Deploy token", ["ddp_", "ddw_", "ddo_"], new RegExp(`dd[pwo]_${A}{34,40}${END}`, "y"), { check: looksMade }),
  row("elastic_key", "elastic_key", "an Elastic Cloud key", ["essu_"], /essu_[A-Za-z0-9+/=_-]{40,200}/y, { check: looksMade }),
  row("openshift_token", "openshift_token", "an OpenShift token", ["sha256~"], new RegExp(`sha256~${U}{43}(?![A-Za-z0-9_-])`, "y")),
  row("rancher_token", "rancher_token", "a Rancher token", ["token-"], /token-[a-z0-9]{5}:[a-z0-9]{54}(?![a-z0-9])/y),
  row("yandex_key", "yandex_key", "a Yandex Cloud key", ["AQVN", "YCAJ", "YCPk"], new RegExp(`(?:AQVN|YCAJ|YCP[A-Za-z])${U}{21,38}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
  row("yandex_token", "yandex_key", "a Yandex token", ["y0_", "y1_"], new RegExp(`y[01]_${U}{50,80}`, "y"), { check: mixesCases }),
  row("scalingo_token", "scalingo_token", "a Scalingo token", ["tk-us-"], new RegExp(`tk-us-${U}{48}`, "y"), { check: looksMade }),
  row("upcloud_token", "upcloud_token", "an UpCloud token", ["ucat_"], new RegExp(`ucat_${A}{26,60}`, "y")),
  row("xata_key", "xata_key", "a Xata key", ["xau_"], new RegExp(`xau_${A}{28,50}`, "y"), { check: looksMade }),
  row("fauna_key", "fauna_key", "a Fauna key", ["fnA"], new RegExp(`fnA${U}{37}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
  row("unkey_key", "unkey_key", "an Unkey root key", ["unkey_"], new RegExp(`unkey_${A}{20,40}`, "y"), { check: looksMade }),
];

/** Keys of model providers and related tools. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
const modelTokens: readonly SecretRule[] = [
  row("anthropic_key", "anthropic_key", "an Anthropic key", ["sk-ant-"], new RegExp(`sk-ant-${U}{24,200}`, "y"), { check: looksMade }),
  row("openrouter_key", "openrouter_key", "an OpenRouter key", ["sk-or-v1-"], /sk-or-v1-[a-f0-9]{64}/y),
  row("openai_sk_proj", "openai_key", "an OpenAI key", ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"], new RegExp(`sk-(?:proj|svcacct|admin|None)-${U}{24,250}`, "y"), { check: looksMade }),
  row("openai_sk", "openai_key", "an API key of the OpenAI form", ["sk-"], new RegExp(`sk-${A}{32,64}${END}`, "y"), { check: looksMade }),
  row("huggingface_hf", "huggingface_token", "a Hugging Face token", ["hf_"], new RegExp(`hf_${A}{30,50}${END}`, "y")),
  row("huggingface_api_org", "huggingface_token", "a Hugging Face token", ["api_org_"], new RegExp(`api_org_${A}{30,40}${END}`, "y")),
  row("groq_key", "groq_key", "a Groq key", ["gsk_"], new RegExp(`gsk_${A}{40,60}${END}`, "y")),
  row("xai_key", "xai_key", "an xAI key", ["xai-"], new RegExp(`xai-${A}{60,100}${END}`, "y")),
  row("perplexity_key", "perplexity_key", "a Perplexity key", ["pplx-"], new RegExp(`pplx-${A}{40,64}${END}`, "y")),
  row("replicate_token", "replicate_token", "a Replicate token", ["r8_"], new RegExp(`r8_${A}{36,40}${END}`, "y")),
  row("nvidia_key", "nvidia_key", "an NVIDIA key", ["nvapi-"], new RegExp(`nvapi-${U}{50,80}`, "y")),
  row("langsmith_key", "langsmith_key", "a LangSmith key", ["lsv2_pt_", "lsv2_sk_"], /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/y),
  row("pinecone_key", "pinecone_key", "a Pinecone key", ["pcsk_"], /pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,80}/y),
  row("tavily_key", "tavily_key", "a Tavily key", ["tvly-"], new RegExp(`tvly-${U}{28,60}`, "y"), { check: mixesCases }),
  row("firecrawl_key", "firecrawl_key", "a Firecrawl key", ["fc-"], /fc-[a-f0-9]{32}(?![a-z0-9])/y),
  row("elevenlabs_key", "elevenlabs_key", "an ElevenLabs key", ["sk_"], /sk_[a-f0-9]{48}(?![a-z0-9])/y),
  row("gemini_key", "google_key", "a Gemini API key", ["AQ.Ab"], new RegExp(`AQ\\.Ab${U}{40,90}`, "y"), { check: mixesCases }),
  row("aws_bedrock_key", "aws_bedrock_key", "an Amazon Bedrock key", ["ABSK"], /ABSK[A-Za-z0-9+/]{100,269}={0,2}/y),
  row("aws_bedrock_short_key", "aws_bedrock_key", "an Amazon Bedrock key", ["bedrock-api-key-"], /bedrock-api-key-[A-Za-z0-9+/=]{40,2000}/y),
  row("azure_openai_key", "azure_key", "an Azure AI key", ["JQQJ99"], /(?<=(?<![A-Za-z0-9])(?<head>[A-Za-z0-9]{40,60}))JQQJ99[A-Za-z0-9]{20,40}/y, { inside: true }),
  row("cerebras_key", "cerebras_key", "a Cerebras key", ["csk-"], new RegExp(`csk-${A}{40,60}${END}`, "y"), { check: looksMade }),
  row("fireworks_key", "fireworks_key", "a Fireworks key", ["fw_"], new RegExp(`fw_${A}{22,40}${END}`, "y"), { check: mixesCases }),
  row("jina_key", "jina_key", "a Jina key", ["jina_"], new RegExp(`jina_${A}{40,70}${END}`, "y"), { check: mixesCases }),
  row("voyage_key", "voyage_key", "a Voyage AI key", ["pa-"], new RegExp(`pa-${U}{43}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
  row("wandb_key", "wandb_key", "a Weights & Biases key", ["wandb_v1_"], /wandb_v1_[A-Za-z0-9_]{40,100}/y, { check: looksMade }),
  row("together_key", "together_key", "a Together key", ["tgp_v1_"], new RegExp(`tgp_v1_${U}{40,60}`, "y")),
  row("langfuse_key", "langfuse_key", "a Langfuse secret key", ["sk-lf-"], /sk-lf-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  row("helicone_key", "helicone_key", "a Helicone key", ["sk-helicone-"], /sk-helicone-[a-z0-9-]{20,60}/y, { check: looksMade }),
  row("apify_token", "apify_token", "an Apify token", ["apify_api_"], new RegExp(`apify_api_${A}{34,40}`, "y")),
  row("runpod_key", "runpod_key", "a RunPod key", ["rpa_"], new RegExp(`rpa_${A}{40,50}${END}`, "y"), { check: looksMade }),
  row("brave_key", "brave_key", "a Brave Search key", ["BSA"], new RegExp(`BSA${U}{27,29}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
];

/** Tokens of payment services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
const paymentTokens: readonly SecretRule[] = [
  row("stripe_sk_live", "stripe_key", "a Stripe key", ["sk_live_", "rk_live_", "sk_test_", "rk_test_"], new RegExp(`[sr]k_(?:live|test)_${A}{16,250}`, "y")),
  row("stripe_whsec", "stripe_key", "a Stripe webhook secret", ["whsec_"], /whsec_[A-Za-z0-9+/=]{24,80}/y, { check: looksMade }),
  row("square_sq0atp", "square_token", "a Square token", ["sq0atp-", "sq0csp-", "sq0idp-"], new RegExp(`sq0[aci][tsd]p-${U}{22,43}`, "y")),
  row("square_eaaa", "square_token", "a Square token", ["EAAA"], new RegExp(`EAAA${U}{60}${END}`, "y"), { check: mixesCases }),
  row("paypal_token", "paypal_token", "a Braintree token", ["access_token$"], /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/y),
  row("plaid_token", "plaid_token", "a Plaid token", ["access-production-", "access-sandbox-"], /access-(?:production|sandbox)-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  row("shopify_token", "shopify_token", "a Shopify token", ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"], new RegExp(`shp(?:at|ca|pa|ss|tka)_${A}{32,64}`, "y"), { check: looksMade }),
];

/** Tokens and webhook URLs of messaging services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
const messageTokens: readonly SecretRule[] = [
  row("slack_xoxb", "slack_token", "a Slack token", ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxc-", "xoxd-"], /xox[bparsoecd]-[A-Za-z0-9%./+=-]{15,250}/y, { check: looksMade }),
  row("slack_xapp", "slack_token", "a Slack app token", ["xapp-"], /xapp-\d-[A-Za-z0-9]{6,20}-\d{6,20}-[A-Za-z0-9]{20,80}/y),
  row("slack_webhook", "slack_webhook", "a Slack webhook", ["hooks.slack.com/"], /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{6,20}\/[A-Z0-9]{6,20}\/[A-Za-z0-9/]{16,80}/y),
  row("discord_webhook", "discord_webhook", "a Discord webhook", ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"], new RegExp(`discord(?:app)?\\.com/api/webhooks/\\d{10,22}/${U}{40,100}`, "y")),
  row("teams_webhook", "teams_webhook", "a Teams webhook", ["webhook.office.com/"], /webhook\.office\.com\/webhookb2\/[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[A-Za-z0-9]{32}/y),
  row("zapier_webhook", "zapier_webhook", "a Zapier webhook", ["hooks.zapier.com/hooks/catch/"], /hooks\.zapier\.com\/hooks\/catch\/\d{4,12}\/[a-z0-9]{5,20}/y, { check: looksMade }),
  row("sendgrid_key", "sendgrid_key", "a SendGrid key", ["SG."], new RegExp(`SG\\.${U}{16,32}\\.${U}{32,64}`, "y")),
  row("twilio_key", "twilio_key", "a Twilio key", ["SK", "AC"], /(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])/y),
  row("mailgun_key", "mailgun_key", "a Mailgun key", ["key-"], /key-[0-9a-z]{32}(?![0-9A-Za-z])/y, { check: looksMade }),
  row("brevo_key", "brevo_key", "a Brevo key", ["xkeysib-", "xsmtpsib-"], /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y),
  row("resend_key", "resend_key", "a Resend key", ["re_"], /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}(?![A-Za-z0-9])/y, { check: mixesCases }),
];

/** Tokens of document, map, campaign and sign-in services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
const workspaceTokens: readonly SecretRule[] = [
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

/** Tokens of further services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
const serviceTokens: readonly SecretRule[] = [
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

/**
 * Tokens without a fixed prefix, recognised only by their structure. Each rule scans the whole text, if the text has a
 * run of 24 letters, digits, hyphens and underscores.
 */
// biome-ignore format: a row is one line
const bareTokens: readonly SecretRule[] = [
  row("mailgun_private_key", "mailgun_key", "a Mailgun key", [], /(?<![A-Za-z0-9-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-])/g),
  row("ghost_admin_key", "ghost_key", "a Ghost admin key", [], /(?<![A-Za-z0-9:])[0-9a-f]{24}:[0-9a-f]{64}(?![A-Za-z0-9:])/g),
  row("ably_key", "ably_key", "an Ably key", [], /(?<![\w.-])[\w-]{5,6}\.[\w-]{6}:[\w-]{43}(?![\w-])/g, { check: mixesCases }),
  row("azure_devops_old_token", "azure_devops_token", "an Azure DevOps token", [], /(?<![A-Za-z0-9_/.+-])[a-z2-7]{52}(?![A-Za-z0-9_/.+-])/g, { check: (secret) => secret.replace(/\D/g, "").length >= 3 }),
];

const B64_32 = "(?<secret>[A-Za-z0-9+/]{43}=)";

/** Secrets in the file formats of well-known programs. */
// biome-ignore format: a row is one line
const fileSecrets: readonly SecretRule[] = [
  row("pgpass_password", "pgpass", "a password of a .pgpass file", [":54", ":6432:", ":26257:", ":*:"], /(?<=[\w.*-]):(?:54\d\d|6432|26257|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:(?!\/)/y, { inside: true, read: readWord, check: isTypedPassword }),
  row("netrc_password", "netrc", "a password of a .netrc file", ["machine ", "default login "], /(?:machine\s+\S{1,100}|default)\s+login\s+\S{1,100}\s+(?:account\s+\S{1,60}\s+)?password\s+/y, { read: readWord, check: isTypedPassword }),
  row("docker_auth", "docker_auth", "a registry password of a Docker configuration", ['"auth', '"identitytoken', '"registrytoken', "'auth'"], /["'](?:auth|identitytoken|registrytoken)\\?["']\s{0,4}:\s{0,4}\\?["'](?<secret>[A-Za-z0-9+/=_.-]{12,2000})/y, { inside: true, check: (secret) => isBasicPair(secret) || (secret.length >= 32 && looksRandom(secret)) }),
  row("wireguard_key", "wireguard_key", "a WireGuard key", ["privatekey", "presharedkey", "private_key", "preshared_key", "private key", "preshared key", "private-key", "preshared-key"], new RegExp(`(?:private|preshared)[-_ ]?key\\\\?["']?(?:\\s{0,4}[:=]\\s{0,4}|(?: [a-z]{1,12}){0,3} )\\\\?["']?${B64_32}(?![A-Za-z0-9+/=])`, "iy"), { folded: true, inside: true, check: mixesCases }),
  row("laravel_key", "laravel_key", "a Laravel application key", ["base64:"], new RegExp(`base64:${B64_32}(?![A-Za-z0-9+/=])`, "y"), { check: mixesCases }),
  row("laravel_short_key", "laravel_key", "a Laravel application key", ["APP_KEY"], /APP_KEY\s{0,3}[=:]\s{0,3}["']?(?:base64:)?(?<secret>[A-Za-z0-9+/]{32}|[A-Za-z0-9+/]{22}==)(?![A-Za-z0-9+/=])/y, { inside: true, check: looksRandom }),
  row("rails_master_key", "rails_key", "a Rails master key", ["master.key", "master_key", "master key", "credentials.yml.enc", "production.key", "credentials key"], /(?:(?:master|production)[._ ]key|credentials\.yml\.enc|credentials key)[^0-9\n]{0,40}\n?[^0-9a-z\n]{0,6}(?<secret>[0-9a-f]{32})(?![0-9a-z])/iy, { folded: true, inside: true }),
  row("rails_secret_key_base", "rails_key", "a Rails secret key base", ["secret_key_base"], /secret_key_base["']?\s{0,4}(?:[:=]|=>|is|\s)\s{0,4}["']?(?<secret>[0-9a-f]{64,128})/iy, { folded: true, inside: true }),
  row("defined_secret", "php_define", "a secret of a PHP configuration", ["define(", "define ("], /define ?\(\s{0,3}['"][A-Z_]{0,30}(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY|SALT)['"]\s{0,3},\s{0,6}(?=['"])/y, { read: (text, at) => { const [, quote = "", inside = ""] = /^(['"])([^\n]{4,160}?)\1\s{0,3}\)/.exec(text.slice(at, at + 180)) ?? []; return inside === "" ? null : { text: inside, index: at + quote.length }; }, check: (secret) => isTypedPassword(secret.replaceAll(" ", "")) && !/phrase|_here/.test(secret) }),
  row("django_secret_key", "django_key", "a Django secret key", ["django-insecure-"], /django-insecure-[^\s"'<>]{30,80}/y, { check: looksMade }),
  row("secret_key_setting", "django_key", "a secret key of an application", ["SECRET_KEY", "secret_key", "SECRET_TOKEN", "cookie_secret", "COOKIE_SECRET", "SESSION_SECRET", "session_secret", "JWT_SECRET", "jwt_secret", "AUTH_SECRET", "ENCRYPTION_KEY"], /(?:secret_key|secret_token|cookie_secret|session_secret|jwt_secret|auth_secret|encryption_key)["'\]]{0,2}\s{0,3}(?:[=:]|=>)\s{0,3}b?(?=["'])/iy, { inside: true, read: (text, at) => {
      const [, inside = ""] = /^(?:"([^"\n]{24,120})"|'[^'\n]{24,120}')/.exec(text.slice(at, at + 130)) ?? [];
      const quoted = inside || (/^'([^'\n]{24,120})'/.exec(text.slice(at, at + 130))?.[1] ?? "");
      return quoted === "" || quoted.includes(" ") ? null : { text: quoted, index: at + 1 };
    }, check: (secret) => isTypedPassword(secret) && looksMade(secret) }),
  row("xml_password", "password", "a password", ["password>", "passwd>", "passphrase>", "secret>", "token>", "apikey>", "secretkey>", "accesskey>", "pwd>"], /(?<=<[\w:.-]{0,30})(?:password|passwd|passphrase|secret|token|apikey|secretkey|accesskey|pwd)>(?<secret>[^<>\s]{6,200})(?=<\/)/iy, { folded: true, inside: true, check: isTypedPassword }),
  row("xml_attribute_password", "password", "a password", ["password", "apikey", "token", "secret"], /(?:password|apikey|token|secret)\w{0,12}["'] value=(?=["'])/iy, { folded: true, inside: true, read: readWord, check: isTypedPassword }),
  row("wifi_passphrase", "password", "a passphrase of a wireless network", ["psk=", "wpa_passphrase=", "wpa-psk "], /(?:psk=|wpa_passphrase=|wpa-psk )/y, { read: readWord, check: isTypedPassword }),
  row("ansible_password", "password", "a password", ["_pass", "_pwd", "_pw", "_PASS", "_PWD", "_PW"], /_(?:pass|pwd|pw)["']?(?:\s{0,2}[:=]|=>)\s{0,3}/iy, { inside: true, read: readWord, check: isTypedPassword }),
  row("openssh_key_body", "ssh_key", "a private key (SSH)", ["b3BlbnNzaC1rZXktdjE"], /b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=\s]{40,8000}/y),
  row("minisign_key", "private_key", "a minisign private key", ["RWRTY0Iy", "RWQAAEIy", "RWRCSwAA"], /RW[RQ][TCA][A-Za-z0-9+/]{4}[A-Za-z0-9+/]{100,220}={0,2}/y),
  row("bitcoin_private_key", "wallet_key", "a private key of a wallet", ["xprv", "yprv", "zprv", "tprv"], /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}(?![A-Za-z0-9])/y),
  row("ethereum_private_key", "wallet_key", "a private key of a wallet", ["private key", "private_key", "privatekey", "private-key", "privkey", "deployer_key", "mnemonic_key"], /(?:priv(?:ate)?[ _-]?key|(?:deployer|mnemonic)_key)["']?(?:\s{0,3}[:=]\s{0,3}|(?: [a-z]{1,12}){0,3} )["']?(?<secret>(?:0x)?[0-9a-f]{64})(?![0-9a-z])/iy, { folded: true, inside: true }),
];

const A_COOKIE = { kind: "secret_session_cookie", what: "a session cookie" };
const COOKIE_VALUE = "(?<secret>[A-Za-z0-9%._~+/:|-]{16,1500}={0,2})";

/** Session cookies, authorization headers and secrets in URLs. */
// biome-ignore format: a row is one line
const webSecrets: readonly SecretRule[] = [
  { id: "session_cookie", ...A_COOKIE, gate: ["cookie"], folded: true, inside: true, shape: new RegExp( `cookies?["']?\\]?\\s{0,2}[:=(,]\\s{0,2}[{(]?["']?(?:[\\w.%-]{1,60}=[^;\\s"']{0,400};\\s?){0,12}?[\\w.-]{0,40}(?:sess|sid|auth|token|jwt|remember|login|identity)[\\w.-]{0,40}["']?\\s{0,2}[=:]\\s{0,2}["']?${COOKIE_VALUE}`, "iy", ), check: looksRandom, },
  { id: "curl_cookie", ...A_COOKIE, gate: [" -b ", " --cookie"], inside: true, shape: new RegExp( ` (?:-b|--cookie)[ =]["']?(?:[\\w.%-]{1,60}=[^;\\s"']{0,400};\\s?){0,12}?[\\w.-]{0,40}(?:sess|sid|auth|token|jwt|remember|login|identity)[\\w.-]{0,40}=${COOKIE_VALUE}`, "iy", ), check: looksRandom, },
  { id: "named_session_cookie", ...A_COOKIE, gate: ["PHPSESSID", "SESSIONID", "SESSID", "JSESSIONID", "ASP.NET_SessionId", "connect.sid", "laravel_session", "ci_session", "rack.session", "_gh_sess", "user_session", "li_at", "cf_clearance", "remember_user_token", "wordpress_logged_in_", "wordpress_sec_", ".AspNetCore.", ".ASPXAUTH", "SAPISID", "__Secure-", "__Host-", "sessionid", "express.sid", "koa.sess", "session-token", "_session_id", "_session", "sb-access-token", "xoxd", ], inside: true, shape: new RegExp(`[.\\w-]{4,60}(?:\\.[\\w-]{1,40}){0,3}\\s{0,2}[=:]\\s{0,2}["']?${COOKIE_VALUE}`, "y"), check: looksRandom, },
  row("authorization_header", "authorization", "an authorization", ["authorization", "x-honeycomb-team", "x-rapidapi-key", "ocp-apim-subscription-key"], /[a-z0-9-]{6,30}["']?\s{0,2}[:=,]\s{0,2}["']?(?:(?!basic|bearer)[A-Za-z0-9-]{2,20} )?(?:(?:token|api_?key|key|id)=["']?)?(?<secret>[A-Za-z0-9+/_.~:-]{16,400}={0,2})/iy, { folded: true, inside: true, check: (secret) => !/^(?:bearer|basic)$/i.test(secret) && looksRandom(secret) }),
  row("query_secret", "in_address", "a secret in an address", ["?", "&"].flatMap((mark) => ["access_token=", "token=", "api_key=", "apikey=", "key=", "secret=", "client_secret=", "auth=", "password=", "pwd=", "pass=", "auth_token=", "private_token=", "api-key=", "subscription-key=", ].map((name) => mark + name)), /[?&](?:(?:password|pwd|pass)=|[A-Za-z_-]{3,20}=(?=[A-Za-z0-9%+/_.~-]{20}))(?<secret>[A-Za-z0-9%+/_.~-]{8,400}={0,2})/iy, { folded: true, inside: true, check: (secret) => secret.length >= 20 ? looksRandom(secret) && /\d/.test(secret) : isTypedPassword(secret) && looksRandom(secret) }),
];

/** The whole table. If several rows match at one position, the first names the finding. */
export const secretRules: readonly SecretRule[] = [
  ...codeTokens,
  ...developerTokens,
  ...cloudTokens,
  ...modelTokens,
  ...paymentTokens,
  ...messageTokens,
  ...workspaceTokens,
  ...serviceTokens,
  ...bareTokens,
  ...fileSecrets,
  ...commandPasswords,
  ...webSecrets,
  ...toldSecrets,
];
