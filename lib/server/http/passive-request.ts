/**
 * The reason why a request to an endpoint that writes on GET must stay read-only, as text for the answer's
 * `search_note`; null for an ordinary call. Prefetching browsers, link previews, crawlers and cross-site GETs do not
 * represent a user's question.
 */
export function whyReadOnly(method: string, header: (name: string) => string | undefined): string | null {
  if (method === "HEAD") return "HEAD requests only look.";
  const purpose = `${header("sec-purpose") ?? ""} ${header("purpose") ?? ""} ${header("x-purpose") ?? ""} ${header("x-moz") ?? ""}`;
  if (/\b(prefetch|preview|prerender)\b/i.test(purpose)) return "The browser fetched this page ahead.";
  const site = header("sec-fetch-site");
  if (site === "cross-site" && header("sec-fetch-mode") !== "cors")
    return "Another web site made the browser send this request.";
  if (DECLARED_BOTS.test(header("user-agent") ?? "")) return "Link previews and crawlers only look.";
  return null;
}

/**
 * User agents of link previews and of crawlers that identify themselves. HTTP libraries (curl, python-requests, undici
 * …) are left out because agents use them.
 */
const DECLARED_BOTS = new RegExp(
  [
    "googlebot|google-inspectiontool|adsbot|mediapartners|storebot|bingbot|bingpreview|msnbot|yandex(bot|images)|baiduspider|duckduckbot|duckassistbot|applebot|petalbot|sogou|seznambot|qwantify|slurp",
    "slackbot|slack-imgproxy|twitterbot|facebookexternalhit|facebookcatalog|meta-externalagent|linkedinbot|discordbot|whatsapp|telegrambot|pinterest(bot)?/|redditbot|mastodon/|bluesky|cardyb|skypeuripreview|microsoftpreview|teams(bot)?-|viber|line-poker|vkshare|embedly|iframely|quora link preview|nuzzel|outbrain|flipboard|tumblr/|bitlybot|snap url preview",
    "gptbot|oai-searchbot|claudebot|claude-searchbot|anthropic-ai|ccbot|perplexitybot|bytespider|amazonbot|cohere-ai|diffbot|ai2bot|timpibot|youbot|google-extended",
    "ahrefsbot|semrushbot|mj12bot|dotbot|dataforseobot|rogerbot|screaming frog|archive\\.org_bot|ia_archiver|heritrix|nutch|scrapy|uptimerobot|pingdom|statuscake|gtmetrix|lighthouse",
    "\\b(crawler|spider)\\b",
  ].join("|"),
  "i",
);
