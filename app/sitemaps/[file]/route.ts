import { answerDocument } from "@/lib/discovery/document";
import { sitemapFile } from "@/lib/discovery/sitemap";

type Params = { params: Promise<{ file: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => sitemapFile((await params).file));
