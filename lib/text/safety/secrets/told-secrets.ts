import { isToldPassword, looksRandom } from "@/lib/text/safety/secrets/judge-value";
import { readWord, row, type SecretRule } from "@/lib/text/safety/secrets/rule";

// biome-ignore format: the words fill their lines
const PASSWORD = [
  "password", "passwd", "passphrase", "passcode", "pwd", "passwort", "kennwort", "contraseña", "contrasena", "clave",
  "mot de passe", "mdp", "密码", "密碼", "口令", "senha", "wachtwoord", "пароль", "パスワード", "비밀번호",
];
// biome-ignore format: the words fill their lines
const TOKEN = [
  "my key", "our key", "this key", "token", "api key", "api-key", "apikey", "access key", "secret key", "secret",
  "credential", "cookie", "session id", "schlüssel", "schluessel", "geheimnis", "llave", "secreto", "credencial",
  "jeton", "clé", "clef", "identifiant", "密钥", "密鑰", "秘钥", "令牌", "凭证", "凭据", "chave", "chiave", "ключ", "токен",
  "トークン", "キー",
];

/** Up to eight words between the name and the phrase that introduces the value; they do not cross a sentence end. */
const WORDS = "(?:[ \\u00a0][^\\s:=;!?。，]{1,30}(?<![.])){0,8}?";
const SAYS =
  "(?:is|was|equals|remains|becomes|reads|lautet|ist|war|bleibt|heißt|heisst|es|era|sigue siendo|será|est|était|reste|sera|è|é|är|wynosi|(?:changed|set|reset|rotated) to|(?:gesetzt|geändert) auf|(?:cambiada|establecida) a)";
const ADVERBS =
  "(?:[ ](?:now|currently|still|simply|just|always|set to|jetzt|nun|aktuell|derzeit|immer|noch|weiterhin|ahora|actualmente|siempre|todavía|maintenant|actuellement|toujours|désormais)){0,2}";
const CONNECTOR = `(?:["'\\])]{0,2}\\s{0,3}(?::=|->|=>|[:=：→])\\s{0,3}|[ \\u00a0]{1,3}${SAYS}${ADVERBS}(?:\\s?[:：])?\\s{1,3}|[^\\u0000-\\u0020，。；,;：:=@/]{0,16}?(?:是|为|為|改成|改为|设为|设置为|は)[ ]?[：:]?[ ]{0,3}|[\\u3400-\\u9fff（）]{0,12}[：:][ ]{0,3})`;
/** Words that describe the place or use of a token instead of its name. */
const NO_SECRET =
  "(?<!(?<![a-z])(?:page|next|prev|cursor|continuation|csrf|xsrf|sync|resume|cancellation|public|publishable|max|min|num|syntax|design|colou?r|css|commit|idempotency|non|public ?key|sort|partition|primary|foreign|cache|object|row|öffentlicher |pública |publique )[ _-]?)";

const shapeOf = (names: string[], before = "") =>
  new RegExp(`${before}(?:${names.join("|")})(?:s|en|e)?(?![a-z0-9_-]{2})${WORDS}${CONNECTOR}`, "iuy");

/** Both cases, with a digit or random: only the value itself shows that it is a secret. */
function isMixed(secret: string): boolean {
  return /[a-z]/.test(secret) && /[A-Z]/.test(secret) && (/\d/.test(secret) || looksRandom(secret));
}

/** A UUID is more often an id than a secret. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Secrets stated in sentences, in the most common languages of questions: "the admin password is …". */
// biome-ignore format: a row is one line
export const toldSecrets: readonly SecretRule[] = [
  row("told_password", "password", "a password", PASSWORD, shapeOf(PASSWORD), { folded: true, inside: true, read: readWord, check: isToldPassword }),
  row("named_password", "password", "a password", [...PASSWORD, "root pw", "admin pw", "my pw", " pw is", " pw:"], new RegExp(`(?:${PASSWORD.join("|")}|(?:root|admin|my)? ?pw)(?:'s|en|s)?(?: is|:)?(?: |(?=[(“„«「『"']))[(]?`, "iuy"), { folded: true, inside: true, read: readWord, check: (secret) => secret.length >= 10 && isToldPassword(secret) && isMixed(secret) }),
  row("user_and_password", "password", "a password beside its user name", ["admin / ", "root / ", "user / ", "administrator / ", "deploy / ", "postgres / "], /[a-z]{4,13} \/ /iy, { folded: true, read: readWord, check: (secret) => secret.length >= 10 && isToldPassword(secret) && isMixed(secret) }),
  row("told_token", "assigned_key", "a secret key or token", TOKEN, shapeOf(TOKEN, NO_SECRET), { folded: true, inside: true, read: readWord, check: (secret) => secret.length >= 16 && !UUID.test(secret) && isToldPassword(secret) && looksRandom(secret) }),
  row("told_login", "password", "a password beside its user name", ["credentials", "creds", "login ", "login:", "zugangsdaten", "anmeldedaten", "credenciales", "identifiants", "账号", "帐号", "log in with", "log in as", "sign in with"], /(?:credentials|creds|login(?=[ :])|zugangsdaten|anmeldedaten|credenciales|identifiants|账号|帐号|(?:log|sign) in (?:with|as))(?: [^\s:=/;!?]{1,24}){0,5}?(?:\s{0,2}[:=：]\s{0,3}| (?:are|is|sind|lauten|son|sont) |是| )["'“]?[\w.@-]{2,40}["'”]?\s{0,2}(?:[/:]|and|und|y|et|with password|mit)\s{0,2}/iuy, { folded: true, inside: true, read: readWord, check: (secret) => isToldPassword(secret) }),
];
