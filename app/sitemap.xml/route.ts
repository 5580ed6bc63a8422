import { answerDocument } from "@/lib/discovery/document";
import { sitemapIndex } from "@/lib/discovery/sitemap";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, sitemapIndex);
