import type { Metadata } from "next";
import { GuidePage } from "@/app/docs/guide-page";
import { pageMetadata } from "@/app/page-metadata";

export function generateMetadata(): Metadata {
  return pageMetadata("/docs/why");
}

export default function WhyPage() {
  return <GuidePage path="/docs/why" />;
}
