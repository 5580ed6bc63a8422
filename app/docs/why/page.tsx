import type { Metadata } from "next";
import { GuidePage } from "@/app/docs/guide-page";
import { pageMetadata } from "@/app/page-metadata";

export const metadata: Metadata = pageMetadata("/docs/why");

export default function WhyPage() {
  return <GuidePage path="/docs/why" />;
}
