import type { Alphabet, Chance } from "@/e2e/samples/chance";

/**
 * Generators of fake secrets, one for each kind that the checks promise to find. Prefixes are concatenated at run time,
 * so that scanners do not report this file.
 */
export const secretKinds: Record<string, (roll: Chance) => string> = {
  "token of this service": token("c", "k_", 43, "base64url"),
  "append key of this service": token("a", "k_", 43, "base64url"),
  "AWS access key id": token("AK", "IA", 16, "upper"),
  "AWS secret access key": (roll) =>
    `${roll.pick(["AWS_SECRET_ACCESS_KEY=", "aws_secret_access_key = ", "secretAccessKey: "])}${roll.text(40, "base64")}`,
  "Google API key": token("AI", "za", 35, "base64url"),
  "Google OAuth client secret": token("GOC", "SPX-", 28, "base64url"),
  "Google service account": (roll) =>
    `{"type": "service_account", "private_key_id": "${roll.text(40, "hex")}", "private_key": "${pem("", roll).replaceAll("\n", "\\n")}"}`,
  "Azure storage connection string": (roll) =>
    `DefaultEndpointsProtocol=https;AccountName=acme;Account${"Key="}${roll.text(86, "base64")}==;EndpointSuffix=core.windows.net`,
  "Azure service bus connection string": (roll) =>
    `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccess${"Key="}${roll.text(43, "base64")}=`,
  "Azure client secret": (roll) => `${roll.text(3, "alnum")}8${"Q~"}${roll.text(34, "alnum")}`,
  "GitHub token": (roll) => `gh${roll.pick(["p", "o", "u", "s", "r"])}_${roll.text(36, "alnum")}`,
  "GitHub fine-grained token": (roll) => `github_${"pat"}_${roll.text(22, "alnum")}_${roll.text(59, "alnum")}`,
  "GitLab token": token("glp", "at-", 20, "base64url"),
  "npm token": token("np", "m_", 36, "alnum"),
  "npmrc token": (roll) => `//registry.npmjs.org/:_auth${"Token="}${roll.uuid()}`,
  "PyPI token": token("py", "pi-AgEIcHlwaS5vcmc", 140, "base64url"),
  "RubyGems key": token("ruby", "gems_", 48, "hex"),
  "Docker token": token("dckr_", "pat_", 27, "base64url"),
  "Slack bot token": (roll) =>
    `xo${"xb"}-${roll.text(12, "digits")}-${roll.text(12, "digits")}-${roll.text(24, "alnum")}`,
  "Slack webhook": (roll) =>
    `https://hooks.${"slack"}.com/services/T${roll.text(8, "upper")}/B${roll.text(10, "upper")}/${roll.text(24, "alnum")}`,
  "Stripe live key": token("sk_", "live_", 24, "alnum"),
  "Stripe restricted key": token("rk_", "live_", 99, "alnum"),
  "OpenAI legacy key": token("s", "k-", 48, "alnum"),
  "OpenAI project key": token("sk-", "proj-", 120, "base64url"),
  "Anthropic key": (roll) => `sk-${"ant"}-api03-${roll.text(93, "base64url")}AA`,
  "Hugging Face token": token("h", "f_", 34, "alnum"),
  "SendGrid key": (roll) => `S${"G."}${roll.text(22, "base64url")}.${roll.text(43, "base64url")}`,
  "Twilio key": token("S", "K", 32, "hex"),
  "Twilio auth token": (roll) => `TWILIO_AUTH_TOKEN=${roll.text(32, "hex")}`,
  "Mailgun key": token("ke", "y-", 32, "hex"),
  "DigitalOcean token": token("dop_", "v1_", 64, "hex"),
  "Heroku key": (roll) => `HEROKU_API_KEY=${roll.uuid()}`,
  "Shopify token": token("shp", "at_", 32, "hex"),
  "Square token": token("sq0", "atp-", 22, "base64url"),
  "Linear key": token("lin_", "api_", 40, "alnum"),
  "Notion token": token("nt", "n_", 46, "alnum"),
  "Telegram bot token": (roll) => `${roll.number(8) + 1}${roll.text(9, "digits")}:AA${roll.text(33, "base64url")}`,
  "Discord bot token": (roll) =>
    `M${roll.text(23, "alnum")}.${roll.text(6, "base64url")}.${roll.text(38, "base64url")}`,
  "Discord webhook": (roll) =>
    `https://discord.com/api/${"webhooks"}/${roll.text(18, "digits")}/${roll.text(68, "base64url")}`,
  "Doppler token": token("dp.", "pt.", 43, "alnum"),
  "Vault token": token("hv", "s.", 90, "base64url"),
  "Terraform token": (roll) => `${roll.text(14, "alnum")}.atlas${"v1"}.${roll.text(67, "base64url")}`,
  "Databricks token": token("da", "pi", 32, "hex"),
  "Fly token": token("fo", "1_", 43, "base64url"),
  "Vercel token": (roll) => `VERCEL_TOKEN=${roll.text(24, "alnum")}`,
  "Supabase token": token("sb", "p_", 40, "hex"),
  "PlanetScale password": token("pscale_", "pw_", 43, "base64url"),
  "Sentry token": token("sntr", "yu_", 64, "hex"),
  "New Relic key": token("NRA", "K-", 27, "upper"),
  "Datadog key": (roll) =>
    roll.pick([`DD_API_KEY=${roll.text(32, "hex")}`, `my datadog api key ${roll.text(32, "hex")}`]),
  "Grafana service account token": (roll) => `gl${"sa_"}${roll.text(32, "alnum")}_${roll.text(8, "hex")}`,
  "JSON Web Token": (roll) =>
    `ey${"J"}${roll.text(33, "base64url")}.ey${"J"}${roll.text(80, "base64url")}.${roll.text(43, "base64url")}`,
  "RSA private key": (roll) => pem("RSA ", roll),
  "private key on one line": (roll) => pem("", roll).replaceAll("\n", " "),
  "private key in base64": (roll) => `client-key-data: ${btoa(pem(roll.pick(["RSA ", "EC ", ""]), roll))}`,
  "private key in lines of base64": (roll) => btoa(pem("RSA ", roll)).replace(/.{76}/g, "$&\n"),
  "OpenSSH private key": (roll) => pem("OPENSSH ", roll),
  "PGP private key": (roll) =>
    `-----BEGIN PGP ${"PRIVATE"} KEY BLOCK-----\nVersion: GnuPG v2\n\n${lines(roll)}\n-----END PGP PRIVATE KEY BLOCK-----`,
  "age key": token("AGE-SECRET-", "KEY-1", 58, "upper"),
  "password in a database address": (roll) =>
    `${roll.pick(["postgres", "mysql", "mongodb+srv", "redis", "amqp"])}://svc_app:${roll.text(14, "alnum")}@db7.acme-prod.net:5432/main`,
  "password in a web address": (roll) => `https://deploy:${roll.text(16, "alnum")}@git.acme-prod.net/repo`,
  "generated password on an example host": (roll) => `postgres://app:${roll.text(20, "alnum")}@db.example.com/app`,
  "Basic authorization": (roll) => `Authorization: Basic ${btoa(`svc:${roll.text(18, "alnum")}`)}`,
  "Bearer authorization": (roll) => `Authorization: Bearer ${roll.text(40, "alnum")}`,
  "assigned password": (roll) =>
    `${roll.pick(['password = "', 'DB_PASSWORD="', '"password": "', 'the password is: "'])}${roll.text(14, "symbols")}a7Q#"`,
  "assigned API key": (roll) =>
    `${roll.pick(["apiKey: ", "X-Api-Key: ", "API_KEY=", "the api key is "])}${roll.text(32, "alnum")}`,
  "assigned client secret": (roll) => `client_secret=${roll.text(40, "alnum")}`,
};

function token(first: string, second: string, length: number, alphabet: Alphabet): (roll: Chance) => string {
  return (roll) => `${first}${second}${roll.text(length - 1, alphabet)}7`;
}

function pem(type: string, roll: Chance): string {
  return `-----BEGIN ${type}${"PRIVATE"} KEY-----\n${lines(roll)}\n-----END ${type}PRIVATE KEY-----`;
}

function lines(roll: Chance): string {
  return Array.from({ length: 8 }, () => roll.text(64, "base64")).join("\n");
}
