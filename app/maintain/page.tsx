import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { Desk } from "@/components/maintain/desk";
import { Frame } from "@/components/site/frame";
import { REASON_CHARACTERS_MAX } from "@/lib/contract/maintenance/deciding";

export const metadata: Metadata = pageMetadata({
  path: "/maintain",
  title: "Desk",
  description: "For maintainers: submissions in review, versions, messages and connections.",
  index: false,
});

export default function MaintainPage() {
  return (
    <Frame>
      <div className="max-w-4xl" data-wake="">
        <h1 className="text-3xl sm:text-4xl">The desk</h1>
        <p className="mt-3 max-w-2xl text-ink-soft text-lg">
          For maintainers. It opens with a token, which stays in this tab until the tab is closed. Every decision gets a
          reason, and everything decided about skills and messages is public.
        </p>
        <p className="mt-2 max-w-2xl text-ink-soft">
          The same can be done over HTTP (the Maintenance part of the{" "}
          <a className="link" href="/api/v1/openapi.json">
            OpenAPI document
          </a>
          ) and on the command line: <code className="font-mono text-sm">npm run maintain</code>.
        </p>
        <Desk reasonMax={REASON_CHARACTERS_MAX} />
      </div>
    </Frame>
  );
}
