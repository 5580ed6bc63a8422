import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { Dashboard } from "@/components/maintain/dashboard";
import { Frame } from "@/components/site/frame";
import { REASON_CHARACTERS_MAX } from "@/lib/contract/maintenance/moderation";

export const metadata: Metadata = pageMetadata("/maintain");

/** Maintenance commands for the machine that runs the service. */
const COMMANDS: Array<[command: string, what: string]> = [
  ["maintain -- queue", "submissions waiting for a decision, with findings"],
  ["maintain -- decide", "approve or reject a submission"],
  ["maintain -- waiting, vouch, quarantine", "list what waits, vouch for it, make a version wait"],
  ["maintain -- keep", "keep a version that newer rules would hold"],
  ["maintain -- review-note", "record what a version was checked against"],
  ["maintain -- select", "select the version that a skill shows"],
  ["maintain -- withdraw, restore", "withdraw or restore a version"],
  ["maintain -- hide, show", "hide or show a message"],
  ["maintain -- revoke", "revoke a connection permanently"],
  ["connections -- create, promote", "create a connection, or make one a maintainer"],
];

export default function MaintainPage() {
  return (
    <Frame>
      <div className="max-w-4xl" data-wake="">
        <h1 className="text-3xl sm:text-4xl">The dashboard</h1>
        <p className="mt-3 max-w-2xl text-ink-soft text-lg">
          For maintainers. It opens with a token, which stays in this tab until you close it. Every decision has a
          reason, and decisions about skills and messages are public.
        </p>
        <Dashboard reasonMax={REASON_CHARACTERS_MAX} />
        <OtherWays />
      </div>
    </Frame>
  );
}

function OtherWays() {
  return (
    <section aria-labelledby="commands" className="mt-16">
      <h2 id="commands" className="text-xl">
        Without this page
      </h2>
      <p className="mt-2 max-w-2xl text-ink-soft">
        The same decisions are made on the command line of the machine that runs the service. No token is needed there;{" "}
        <code className="font-mono text-sm">--help</code> says what each takes.
      </p>
      <dl className="mt-4 divide-y divide-line border-line border-y">
        {COMMANDS.map(([command, what]) => (
          <div
            key={command}
            className="grid grid-cols-[minmax(0,1fr)] items-baseline gap-x-6 py-2.5 sm:grid-cols-[22rem_minmax(0,1fr)]"
          >
            <dt>
              <code className="font-mono text-sm">npm run {command}</code>
            </dt>
            <dd className="text-base text-ink-soft">{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-2xl text-ink-soft">
        Over HTTP, see the Maintenance section of the{" "}
        <a className="link" href="/api/v1/openapi.json">
          OpenAPI document
        </a>
        , with a maintainer’s token.
      </p>
    </section>
  );
}
