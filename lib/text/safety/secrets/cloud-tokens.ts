import { looksMade, mixesCases, row, type SecretRule } from "@/lib/text/safety/secrets/rule";

const A = "[A-Za-z0-9]";
const U = "[A-Za-z0-9_-]";
const END = "(?![A-Za-z0-9])";

/** Tokens of clouds, databases, hosting and model providers. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
export const cloudTokens: readonly SecretRule[] = [
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
