import { isBasicPair, isTypedPassword, looksRandom } from "@/lib/text/safety/secrets/judge-value";
import { looksMade, mixesCases, readWord, type SecretRule } from "@/lib/text/safety/secrets/rule";

const B64_32 = "(?<secret>[A-Za-z0-9+/]{43}=)";

/** Secrets in the file formats of well-known programs. */
export const fileSecrets: readonly SecretRule[] = [
  {
    id: "pgpass_password",
    kind: "secret_pgpass",
    what: "a password of a .pgpass file",
    gate: [":54", ":6432:", ":26257:", ":*:"],
    inside: true,
    shape: /(?<=[\w.*-]):(?:54\d\d|6432|26257|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:(?!\/)/y,
    read: readWord,
    check: isTypedPassword,
  },
  {
    id: "netrc_password",
    kind: "secret_netrc",
    what: "a password of a .netrc file",
    gate: ["machine ", "default login "],
    shape: /(?:machine\s+\S{1,100}|default)\s+login\s+\S{1,100}\s+(?:account\s+\S{1,60}\s+)?password\s+/y,
    read: readWord,
    check: isTypedPassword,
  },
  {
    id: "docker_auth",
    kind: "secret_docker_auth",
    what: "a registry password of a Docker configuration",
    gate: ['"auth', '"identitytoken', '"registrytoken', "'auth'"],
    inside: true,
    shape:
      /["'](?:auth|identitytoken|registrytoken)\\?["']\s{0,4}:\s{0,4}\\?["'](?<secret>[A-Za-z0-9+/=_.-]{12,2000})/y,
    check: (secret) => isBasicPair(secret) || (secret.length >= 32 && looksRandom(secret)),
  },
  {
    id: "wireguard_key",
    kind: "secret_wireguard_key",
    what: "a WireGuard key",
    gate: [
      "privatekey",
      "presharedkey",
      "private_key",
      "preshared_key",
      "private key",
      "preshared key",
      "private-key",
      "preshared-key",
    ],
    folded: true,
    inside: true,
    shape: new RegExp(
      `(?:private|preshared)[-_ ]?key\\\\?["']?(?:\\s{0,4}[:=]\\s{0,4}|(?: [a-z]{1,12}){0,3} )\\\\?["']?${B64_32}(?![A-Za-z0-9+/=])`,
      "iy",
    ),
    check: mixesCases,
  },
  {
    id: "laravel_key",
    kind: "secret_laravel_key",
    what: "a Laravel application key",
    gate: ["base64:"],
    shape: new RegExp(`base64:${B64_32}(?![A-Za-z0-9+/=])`, "y"),
    check: mixesCases,
  },
  {
    id: "laravel_short_key",
    kind: "secret_laravel_key",
    what: "a Laravel application key",
    gate: ["APP_KEY"],
    inside: true,
    shape:
      /APP_KEY\s{0,3}[=:]\s{0,3}["']?(?:base64:)?(?<secret>[A-Za-z0-9+/]{32}|[A-Za-z0-9+/]{22}==)(?![A-Za-z0-9+/=])/y,
    check: looksRandom,
  },
  {
    id: "rails_master_key",
    kind: "secret_rails_key",
    what: "a Rails master key",
    gate: ["master.key", "master_key", "master key", "credentials.yml.enc", "production.key", "credentials key"],
    folded: true,
    inside: true,
    shape:
      /(?:(?:master|production)[._ ]key|credentials\.yml\.enc|credentials key)[^0-9\n]{0,40}\n?[^0-9a-z\n]{0,6}(?<secret>[0-9a-f]{32})(?![0-9a-z])/iy,
  },
  {
    id: "rails_secret_key_base",
    kind: "secret_rails_key",
    what: "a Rails secret key base",
    gate: ["secret_key_base"],
    folded: true,
    inside: true,
    shape: /secret_key_base["']?\s{0,4}(?:[:=]|=>|is|\s)\s{0,4}["']?(?<secret>[0-9a-f]{64,128})/iy,
  },
  {
    id: "defined_secret",
    kind: "secret_php_define",
    what: "a secret of a PHP configuration",
    gate: ["define(", "define ("],
    shape:
      /define ?\(\s{0,3}['"][A-Z_]{0,30}(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY|SALT)['"]\s{0,3},\s{0,6}(?=['"])/y,
    read: (text, at) => {
      const [, quote = "", inside = ""] = /^(['"])([^\n]{4,160}?)\1\s{0,3}\)/.exec(text.slice(at, at + 180)) ?? [];
      return inside === "" ? null : { text: inside, index: at + quote.length };
    },
    check: (secret) => isTypedPassword(secret.replaceAll(" ", "")) && !/phrase|_here/.test(secret),
  },
  {
    id: "django_secret_key",
    kind: "secret_django_key",
    what: "a Django secret key",
    gate: ["django-insecure-"],
    shape: /django-insecure-[^\s"'<>]{30,80}/y,
    check: looksMade,
  },
  {
    id: "secret_key_setting",
    kind: "secret_django_key",
    what: "a secret key of an application",
    gate: [
      "SECRET_KEY",
      "secret_key",
      "SECRET_TOKEN",
      "cookie_secret",
      "COOKIE_SECRET",
      "SESSION_SECRET",
      "session_secret",
      "JWT_SECRET",
      "jwt_secret",
      "AUTH_SECRET",
      "ENCRYPTION_KEY",
    ],
    inside: true,
    shape:
      /(?:secret_key|secret_token|cookie_secret|session_secret|jwt_secret|auth_secret|encryption_key)["'\]]{0,2}\s{0,3}(?:[=:]|=>)\s{0,3}b?(?=["'])/iy,
    read: (text, at) => {
      const [, inside = ""] = /^(?:"([^"\n]{24,120})"|'[^'\n]{24,120}')/.exec(text.slice(at, at + 130)) ?? [];
      const quoted = inside || (/^'([^'\n]{24,120})'/.exec(text.slice(at, at + 130))?.[1] ?? "");
      return quoted === "" || quoted.includes(" ") ? null : { text: quoted, index: at + 1 };
    },
    check: (secret) => isTypedPassword(secret) && looksMade(secret),
  },
  {
    id: "xml_password",
    kind: "secret_password",
    what: "a password",
    gate: ["password>", "passwd>", "passphrase>", "secret>", "token>", "apikey>", "secretkey>", "accesskey>", "pwd>"],
    folded: true,
    inside: true,
    shape:
      /(?<=<[\w:.-]{0,30})(?:password|passwd|passphrase|secret|token|apikey|secretkey|accesskey|pwd)>(?<secret>[^<>\s]{6,200})(?=<\/)/iy,
    check: isTypedPassword,
  },
  {
    id: "xml_attribute_password",
    kind: "secret_password",
    what: "a password",
    gate: ["password", "apikey", "token", "secret"],
    folded: true,
    inside: true,
    shape: /(?:password|apikey|token|secret)\w{0,12}["'] value=(?=["'])/iy,
    read: readWord,
    check: isTypedPassword,
  },
  {
    id: "wifi_passphrase",
    kind: "secret_password",
    what: "a passphrase of a wireless network",
    gate: ["psk=", "wpa_passphrase=", "wpa-psk "],
    shape: /(?:psk=|wpa_passphrase=|wpa-psk )/y,
    read: readWord,
    check: isTypedPassword,
  },
  {
    id: "ansible_password",
    kind: "secret_password",
    what: "a password",
    gate: ["_pass", "_pwd", "_pw", "_PASS", "_PWD", "_PW"],
    inside: true,
    shape: /_(?:pass|pwd|pw)["']?(?:\s{0,2}[:=]|=>)\s{0,3}/iy,
    read: readWord,
    check: isTypedPassword,
  },
  {
    id: "openssh_key_body",
    kind: "secret_ssh_key",
    what: "a private key (SSH)",
    gate: ["b3BlbnNzaC1rZXktdjE"],
    shape: /b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=\s]{40,8000}/y,
  },
  {
    id: "minisign_key",
    kind: "secret_private_key",
    what: "a minisign private key",
    gate: ["RWRTY0Iy", "RWQAAEIy", "RWRCSwAA"],
    shape: /RW[RQ][TCA][A-Za-z0-9+/]{4}[A-Za-z0-9+/]{100,220}={0,2}/y,
  },
  {
    id: "bitcoin_private_key",
    kind: "secret_wallet_key",
    what: "a private key of a wallet",
    gate: ["xprv", "yprv", "zprv", "tprv"],
    shape: /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}(?![A-Za-z0-9])/y,
  },
  {
    id: "ethereum_private_key",
    kind: "secret_wallet_key",
    what: "a private key of a wallet",
    gate: ["private key", "private_key", "privatekey", "private-key", "privkey", "deployer_key", "mnemonic_key"],
    folded: true,
    inside: true,
    shape:
      /(?:priv(?:ate)?[ _-]?key|(?:deployer|mnemonic)_key)["']?(?:\s{0,3}[:=]\s{0,3}|(?: [a-z]{1,12}){0,3} )["']?(?<secret>(?:0x)?[0-9a-f]{64})(?![0-9a-z])/iy,
  },
];
