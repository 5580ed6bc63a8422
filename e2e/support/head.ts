/** A page's metadata, read from its HTML as clients without scripts read it. */
export type Head = {
  title: string;
  /** `meta` by name or property; the last one counts. */
  meta: Record<string, string>;
  links: Array<{ rel: string; type: string; href: string; title: string }>;
  /** JSON-LD, parsed. */
  data: Array<Record<string, unknown>>;
};

export function headOf(html: string): Head {
  const head = html.slice(0, html.indexOf("</head>"));
  const meta: Head["meta"] = {};
  for (const [tag] of head.matchAll(/<meta [^>]+>/g)) {
    const name = attribute(tag, "name") || attribute(tag, "property");
    if (name) meta[name] = attribute(tag, "content");
  }
  return {
    title: unescaped(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ""),
    meta,
    links: [...head.matchAll(/<link [^>]+>/g)].map(([tag]) => ({
      rel: attribute(tag, "rel"),
      type: attribute(tag, "type"),
      href: attribute(tag, "href"),
      title: attribute(tag, "title"),
    })),
    data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)].map(([, json = ""]) =>
      JSON.parse(json),
    ),
  };
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
