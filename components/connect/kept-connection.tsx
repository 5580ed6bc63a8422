import { DeleteData } from "@/components/connect/delete-data";
import { ExportButton } from "@/components/connect/export-button";
import { ModeForm } from "@/components/connect/mode-form";
import { RotateForm } from "@/components/connect/rotate-form";
import { WaitingOperations } from "@/components/connect/waiting-operations";
import { Badge } from "@/components/ui/badge";
import { day, exactTime, RelativeTime } from "@/components/ui/relative-time";
import type { OwnConnection } from "@/lib/contract/public/connections";

const MODE_TONES = { active: "moss", "read-only": "plain", paused: "amber", revoked: "rust" } as const;

type Opened = {
  connection: OwnConnection;
  token: string;
  onChange: () => Promise<void>;
  onToken: (token: string) => void;
  onDeleted: (said: string) => void;
};

/** The connection of a token with its pending operations and controls; loaded when a token is opened. */
export default function KeptConnection({ connection, token, onChange, onToken, onDeleted }: Opened) {
  const { control, waiting, last_used_at, earlier_token_ends_at } = connection;
  return (
    <div className="mt-6">
      <h3 dir="auto" className="text-xl">
        {connection.name}
      </h3>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-base">
        <Fact name="Mode">
          <Badge tone={MODE_TONES[control.mode]}>{control.mode}</Badge>
        </Fact>
        <Fact name="Revision">
          <span className="font-mono text-sm">{control.control_revision}</span>
        </Fact>
        <Fact name="Role">{connection.role}</Fact>
        <Fact name="Connection">
          <span className="font-mono text-sm">{connection.connection_id}</span>
        </Fact>
        <Fact name="Mark">
          <span className="font-mono text-sm">{connection.mark}</span> beside its name
        </Fact>
        <Fact name="Made">{day(connection.created_at)}</Fact>
        <Fact name="Last used">
          {last_used_at ? <RelativeTime at={last_used_at} now={Date.now()} /> : "never"}
          <span className="text-ink-soft">, looking at it here aside</span>
        </Fact>
        <Fact name="Recovery codes left">{connection.recovery_codes_left}</Fact>
        {earlier_token_ends_at && <Fact name="Replaced token">works until {exactTime(earlier_token_ends_at)}</Fact>}
      </dl>
      {connection.role === "maintainer" && (
        <p className="mt-3 text-base">
          It is a maintainer&rsquo;s:{" "}
          <a className="link" href="/maintain">
            the dashboard
          </a>{" "}
          opens with it in this tab.
        </p>
      )}
      <WaitingOperations waiting={waiting} control={control} token={token} onChange={onChange} />
      <RotateForm token={token} onToken={onToken} />
      <ExportButton connection={connection} token={token} />
      <ModeForm control={control} token={token} onChange={onChange} />
      <DeleteData token={token} onDeleted={onDeleted} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
