import { isTypedPassword, looksRandom } from "@/lib/text/safety/secrets/judge-value";
import { row, type SecretRule } from "@/lib/text/safety/secrets/rule";

const A_COOKIE = { kind: "secret_session_cookie", what: "a session cookie" };
const COOKIE_VALUE = "(?<secret>[A-Za-z0-9%._~+/:|-]{16,1500}={0,2})";

/** Session cookies, authorization headers and secrets in URLs. */
// biome-ignore format: a row is one line
export const webSecrets: readonly SecretRule[] = [
  { id: "session_cookie", ...A_COOKIE, gate: ["cookie"], folded: true, inside: true, shape: new RegExp( `cookies?["']?\\]?\\s{0,2}[:=(,]\\s{0,2}[{(]?["']?(?:[\\w.%-]{1,60}=[^;\\s"']{0,400};\\s?){0,12}?[\\w.-]{0,40}(?:sess|sid|auth|token|jwt|remember|login|identity)[\\w.-]{0,40}["']?\\s{0,2}[=:]\\s{0,2}["']?${COOKIE_VALUE}`, "iy", ), check: looksRandom, },
  { id: "curl_cookie", ...A_COOKIE, gate: [" -b ", " --cookie"], inside: true, shape: new RegExp( ` (?:-b|--cookie)[ =]["']?(?:[\\w.%-]{1,60}=[^;\\s"']{0,400};\\s?){0,12}?[\\w.-]{0,40}(?:sess|sid|auth|token|jwt|remember|login|identity)[\\w.-]{0,40}=${COOKIE_VALUE}`, "iy", ), check: looksRandom, },
  { id: "named_session_cookie", ...A_COOKIE, gate: ["PHPSESSID", "SESSIONID", "SESSID", "JSESSIONID", "ASP.NET_SessionId", "connect.sid", "laravel_session", "ci_session", "rack.session", "_gh_sess", "user_session", "li_at", "cf_clearance", "remember_user_token", "wordpress_logged_in_", "wordpress_sec_", ".AspNetCore.", ".ASPXAUTH", "SAPISID", "__Secure-", "__Host-", "sessionid", "express.sid", "koa.sess", "session-token", "_session_id", "_session", "sb-access-token", "xoxd", ], inside: true, shape: new RegExp(`[.\\w-]{4,60}(?:\\.[\\w-]{1,40}){0,3}\\s{0,2}[=:]\\s{0,2}["']?${COOKIE_VALUE}`, "y"), check: looksRandom, },
  row("authorization_header", "authorization", "an authorization", ["authorization", "x-honeycomb-team", "x-rapidapi-key", "ocp-apim-subscription-key"], /[a-z0-9-]{6,30}["']?\s{0,2}[:=,]\s{0,2}["']?(?:(?!basic|bearer)[A-Za-z0-9-]{2,20} )?(?:(?:token|api_?key|key|id)=["']?)?(?<secret>[A-Za-z0-9+/_.~:-]{16,400}={0,2})/iy, { folded: true, inside: true, check: (secret) => !/^(?:bearer|basic)$/i.test(secret) && looksRandom(secret) }),
  row("query_secret", "in_address", "a secret in an address", ["?", "&"].flatMap((mark) => ["access_token=", "token=", "api_key=", "apikey=", "key=", "secret=", "client_secret=", "auth=", "password=", "pwd=", "pass=", "auth_token=", "private_token=", "api-key=", "subscription-key=", ].map((name) => mark + name)), /[?&](?:(?:password|pwd|pass)=|[A-Za-z_-]{3,20}=(?=[A-Za-z0-9%+/_.~-]{20}))(?<secret>[A-Za-z0-9%+/_.~-]{8,400}={0,2})/iy, { folded: true, inside: true, check: (secret) => secret.length >= 20 ? looksRandom(secret) && /\d/.test(secret) : isTypedPassword(secret) && looksRandom(secret) }),
];
