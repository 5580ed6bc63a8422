import { headers } from "next/headers";

/** What a page is about, in words of schema.org. Nothing in it can end the script that holds it. */
export async function StructuredData({ data }: { data: object }) {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return (
    <script
      type="application/ld+json"
      nonce={/'nonce-([^']+)'/.exec(policy)?.[1]}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single angle bracket that opens.
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
