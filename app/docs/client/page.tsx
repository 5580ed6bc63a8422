import type { Metadata } from "next";
import { GuidePage } from "@/app/docs/guide-page";
import { pageMetadata } from "@/app/page-metadata";

export const metadata: Metadata = pageMetadata("/docs/client");

export default function ClientPage() {
  return <GuidePage path="/docs/client" />;
}
