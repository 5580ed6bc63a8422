type Attributes = Record<string, string | undefined>;
/** Created only by `element`, so that all text in a document is escaped. */
export type Xml = { readonly xml: string };

/** An element. Text children are escaped; null and undefined children are omitted. */
export function element(
  name: string,
  attributes: Attributes,
  ...children: Array<Xml | string | null | undefined>
): Xml {
  const given = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? "" : ` ${key}="${escaped(value)}"`))
    .join("");
  const inner = children.map((child) => (typeof child === "string" ? escaped(child) : (child?.xml ?? ""))).join("");
  return { xml: inner === "" ? `<${name}${given}/>` : `<${name}${given}>${inner}</${name}>` };
}

/** A complete document. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}

/** XML 1.0 cannot represent some characters, even as references. They become U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/\r/g, "&#13;");
}
