import type { Metadata } from "next";
import { GuidePage } from "@/app/docs/guide-page";
import { pageMetadata } from "@/app/page-metadata";

export const metadata: Metadata = pageMetadata("/docs/mcp");

export default function McpPage() {
  return <GuidePage path="/docs/mcp" />;
}
