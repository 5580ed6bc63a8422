import { isBasicPair, isTypedPassword, looksRandom } from "@/lib/text/safety/secrets/judge-value";
import { looksMade, mixesCases, readWord, row, type SecretRule } from "@/lib/text/safety/secrets/rule";

const B64_32 = "(?<secret>[A-Za-z0-9+/]{43}=)";

/** Secrets in the file formats of well-known programs. */
// biome-ignore format: a row is one line
export const fileSecrets: readonly SecretRule[] = [
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
