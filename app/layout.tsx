import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./globals.css";
import { SITE_TITLE } from "@/app/page-metadata";
import { env } from "@/lib/platform/env";

// The content security policy has a nonce per response, so no page can be prerendered.
export const dynamic = "force-dynamic";

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().BASE_URL),
    title: { default: SITE_TITLE, template: "%s · Cairn" },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f6" },
    { media: "(prefers-color-scheme: dark)", color: "#181714" },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <link rel="search" type="application/opensearchdescription+xml" title="Cairn" href="/opensearch.xml" />
      </head>
      <body className="font-sans antialiased">{children}</body>
    </html>
  );
}
