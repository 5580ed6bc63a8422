import { ranking } from "@/app/docs/ranking/ranking";
import { answerDocument } from "@/lib/discovery/document";
import { twinOf } from "@/lib/discovery/twins/markdown";

export const dynamic = "force-dynamic";
export const GET = (request: Request) =>
  answerDocument(request, () => twinOf("/docs/ranking", ["# How search ranks", ranking().trim()]));
