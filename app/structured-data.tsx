import { headers } from "next/headers";

/** The page's data in schema.org terms. Its content cannot close the script element. */
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
