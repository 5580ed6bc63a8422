import { answerDocument } from "@/lib/discovery/document";
import { securityContact } from "@/lib/discovery/security-contact";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, () => securityContact(new Date()));
