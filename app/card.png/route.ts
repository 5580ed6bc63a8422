import { cardPicture } from "@/app/card-picture";
import { describeSite } from "@/components/cards/describe";
import { answerPicture } from "@/lib/discovery/document";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerPicture(request, async () => cardPicture(describeSite(), "A page"));
