import type { Metadata } from "next";
import { GuidePage } from "@/app/docs/guide-page";
import { pageMetadata } from "@/app/page-metadata";

export const metadata: Metadata = pageMetadata("/docs/glossary");

export default function GlossaryPage() {
  return <GuidePage path="/docs/glossary" />;
}
