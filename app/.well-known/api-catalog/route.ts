import { apiCatalog } from "@/lib/discovery/catalogs";
import { answerDocument } from "@/lib/discovery/document";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, apiCatalog);
