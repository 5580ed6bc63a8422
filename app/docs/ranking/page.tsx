import type { Metadata } from "next";
import { GuidePage } from "@/app/docs/guide-page";
import { pageMetadata } from "@/app/page-metadata";

export function generateMetadata(): Metadata {
  return pageMetadata("/docs/ranking");
}

export default function RankingPage() {
  return <GuidePage path="/docs/ranking" />;
}
