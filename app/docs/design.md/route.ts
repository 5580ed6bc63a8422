import { COLOURS, SIZES } from "@/app/docs/design/tokens";
import { answerDocument } from "@/lib/discovery/document";
import { twinOf } from "@/lib/discovery/twins/markdown";

export const dynamic = "force-dynamic";
export const GET = (request: Request) =>
  answerDocument(request, () =>
    twinOf("/docs/design", [
      "# A calm field guide",
      "The colours and sizes that the pages of Cairn are made of; the page shows them. Every pair of text and ground has a contrast of at least 4.5 to 1, in light and in dark. No state is said by colour alone.",
      "## Colours",
      COLOURS.map(({ token, use }) => `- \`${token}\`: ${use}`).join("\n"),
      "## Sizes of text",
      SIZES.map(({ name, use }) => `- \`${name}\`: ${use}`).join("\n"),
    ]),
  );
