import { walkthrough } from "@/app/docs/walkthrough";
import { answerDocument } from "@/lib/discovery/document";
import { twinOf } from "@/lib/discovery/twins/markdown";
import { env } from "@/lib/env";

export const dynamic = "force-dynamic";
export const GET = (request: Request) =>
  answerDocument(request, () => twinOf("/docs", ["# How it works", walkthrough(env().BASE_URL).trim()]));
