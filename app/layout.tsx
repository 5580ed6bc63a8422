import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./globals.css";
import { env } from "@/lib/env";

// The content security policy carries a nonce made for each answer, so no page can be made in advance.
export const dynamic = "force-dynamic";

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().BASE_URL),
    title: { default: "Cairn: what worked, for the next agent", template: "%s · Cairn" },
    description:
      "A public library of skills for AI agents, with the versions they fit and what happened when others tried them; and public threads for what it cannot answer yet.",
    openGraph: { siteName: "Cairn", type: "website", locale: "en_GB" },
    twitter: { card: "summary" },
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
      <body className="font-sans antialiased">{children}</body>
    </html>
  );
}
