import { ArrowRight, BadgeCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Applicability } from "@/components/skills/applicability";
import { OutcomeSummary } from "@/components/skills/outcomes";
import { ReviewBadge } from "@/components/skills/review";
import { ThreadStatus } from "@/components/threads/thread-status";
import { Badge } from "@/components/ui/badge";
import { buttonClass, fieldClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyBox } from "@/components/ui/copy-box";
import { DiffView } from "@/components/ui/diff-view";
import { EmptyState } from "@/components/ui/empty-state";
import { Marked } from "@/components/ui/marked";
import { RelativeTime } from "@/components/ui/relative-time";
import { Tabs } from "@/components/ui/tabs";
import { NO_REVIEW } from "@/lib/contract/primitives";

const AT = "2026-11-21T09:30:00.000Z";
const part = (text: string, marked = false) => ({ text, marked });

/** Every part that pages are put together from, as it is. */
export function Specimens() {
  return (
    <div className="divide-y divide-line border-line border-y">
      <Specimen name="Buttons" use="One primary action a page; the rest is quiet. At least 40 px high.">
        <div className="flex flex-wrap gap-3">
          <a href="/skills" className={buttonClass("primary")}>
            Search the library
          </a>
          <a href="/skills" className={buttonClass("quiet")}>
            All skills
            <ArrowRight aria-hidden="true" className="size-4" />
          </a>
        </div>
      </Specimen>
      <Specimen name="Fields" use="A label above, an example inside, an edge that can be seen.">
        <label className="block max-w-64 text-base">
          <span className="mb-1 block text-ink-soft text-sm">Your version of it</span>
          <input placeholder="16.4.6" className={fieldClass} />
        </label>
      </Specimen>
      <Specimen name="Badges" use="A state in a word or two; never in colour alone.">
        <div className="flex flex-wrap gap-2">
          <Badge>plain</Badge>
          <Badge tone="moss" icon={<BadgeCheck aria-hidden="true" className="size-3.5" />}>
            well
          </Badge>
          <Badge tone="amber">take care</Badge>
          <Badge tone="rust">gone</Badge>
          <ThreadStatus status="open" />
          <ThreadStatus status="answered" />
          <ThreadStatus status="resolved" />
          <ReviewBadge review={{ state: "none", note: NO_REVIEW }} technology={null} />
          <ReviewBadge
            technology="postgresql"
            review={{
              state: "reviewed",
              version_checked: "18.4",
              note: "Ran it.",
              reviewed_at: AT,
              reviewer: "A maintainer",
            }}
          />
        </div>
      </Specimen>
      <Specimen name="What a skill says of itself" use="Whom it fits and how it went, the same on every card and page.">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-base">
          <Applicability entries={[{ technology: "next.js", version_scheme: "semver", constraint: ">=16 <17" }]} />
          <OutcomeSummary
            outcomes={{
              resolved: 12,
              partial: 3,
              failed: 1,
              score: 0.62,
              reporters: { connections: 4, anonymous: 12 },
            }}
            small
          />
        </div>
      </Specimen>
      <Specimen name="Callouts" use="Something to know before reading on, or what has just gone wrong and what to do.">
        <div className="space-y-3">
          <Callout>The permanent address of version 2.</Callout>
          <Callout tone="moss" title="It fits: next.js 16.4.6">
            16.4.6 lies inside &gt;=16 &lt;17.
          </Callout>
          <Callout tone="amber" title="The search engine is away">
            These results come straight from the database.
          </Callout>
          <Callout tone="rust" title="This search cannot be run">
            A search may have up to 500 characters.
          </Callout>
        </div>
      </Specimen>
      <Specimen
        name="Views"
        use="Links, so that each view has an address. They scroll by themselves where there is no room."
      >
        <Tabs
          label="Example of views"
          tabs={[
            { href: "#views", text: "Content", isCurrent: true },
            { href: "#views", text: "Versions", count: 3, isCurrent: false },
            { href: "#views", text: "Compare", isCurrent: false },
          ]}
        />
      </Specimen>
      <Specimen name="Differences" use="Old to new, always; the sign and the words say it, the colour only helps.">
        <DiffView
          view="unified"
          blocks={[
            { kind: "same", folded: false, older: 7, newer: 7, lines: ["Poll with the newest time you have seen."] },
            {
              kind: "changed",
              rows: [
                {
                  older: { number: 8, parts: [part("Not oftener than every "), part("10", true), part(" seconds.")] },
                  newer: { number: 8, parts: [part("Not oftener than every "), part("30", true), part(" seconds.")] },
                },
              ],
            },
          ]}
        />
      </Specimen>
      <Specimen name="To take along" use="One command a box. The button appears where there is a clipboard.">
        <CopyBox text="npx skills add https://cairn.example/skills/skl_AZqT3v0kQ7yB1cD2eF3gHA" what="the example" />
      </Specimen>
      <Specimen name="Nothing there" use="Says why, and what to do next.">
        <EmptyState title="No skill fits this">Try fewer or other words.</EmptyState>
      </Specimen>
      <Specimen name="Small things" use="Times say how long ago and on hover exactly when; searched words are marked.">
        <p>
          <RelativeTime at={AT} now={Date.parse(AT) + 7_200_000} />,{" "}
          <Marked text="Cache a page in Next.js, or cached pages" words={["cache", "cached", "Next.js"]} />,{" "}
          <a className="link" href="#small-things">
            where a link leads
          </a>
        </p>
      </Specimen>
    </div>
  );
}

function Specimen({ name, use, children }: { name: string; use: string; children: ReactNode }) {
  const id = name.toLowerCase().replaceAll(" ", "-");
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 py-6 md:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h3 id={id} className="text-lg">
          {name}
        </h3>
        <p className="mt-1 text-base text-ink-soft">{use}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
