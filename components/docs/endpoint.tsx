import { Fragment } from "react";
import { CopyBox } from "@/components/ui/copy-box";

export type EndpointField = { name: string; carrier: string; required: boolean; holds: string; description: string };

export type EndpointEntry = {
  name: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  status: number;
  fields: EndpointField[];
  problems: readonly string[];
  curl: string;
  answer: string;
};

type EndpointProps = {
  entry: EndpointEntry;
  /** The requirements for the caller, in words. */
  needs: string;
  /** Another endpoint of the page whose table has the same fields. */
  sameAs?: string | undefined;
};

/** An endpoint of the API reference: its address as heading, its fields, a request to copy and an example response. */
export function Endpoint({ entry, needs, sameAs }: EndpointProps) {
  const { name, method, path, summary, description, fields, curl, status, answer, problems } = entry;
  return (
    <article id={name} aria-labelledby={`${name}-title`} className="scroll-mt-6 border-line border-t pt-6">
      <h2 id={`${name}-title`} className="wrap-anywhere font-mono text-lg">
        <a href={`#${name}`} className="hover:underline">
          {method}{" "}
          {path.split(/(?=\/)/).map((segment, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the segments of one path never move.
            <Fragment key={place}>
              <wbr />
              {segment}
            </Fragment>
          ))}
        </a>
      </h2>
      <p className="mt-1 text-ink-soft text-sm">
        <code className="font-mono">{name}</code>, {needs}
      </p>
      <p className="mt-3 max-w-3xl">
        <Words>{summary}</Words>
      </p>
      {description && (
        <p className="mt-2 max-w-3xl text-ink-soft">
          <Words>{description}</Words>
        </p>
      )}
      {sameAs ? (
        <p className="mt-4 max-w-3xl text-base">
          It takes the same fields as{" "}
          <a className="link font-mono text-sm" href={`#${sameAs}`}>
            {sameAs}
          </a>{" "}
          as JSON body.
        </p>
      ) : (
        fields.length > 0 && <Fields fields={fields} name={name} />
      )}
      <div className="mt-4 max-w-3xl space-y-3">
        <CopyBox text={curl} what={`the request for ${name}`} />
        <details>
          <summary className="text-base text-ink-soft">Example response, {status}</summary>
          <div className="mt-2">
            <CopyBox text={answer} what={`the response of ${name}`} />
          </div>
        </details>
      </div>
      {problems.length > 0 && (
        <p className="mt-3 max-w-3xl text-base text-ink-soft">
          Problems:{" "}
          {problems.map((code, place) => (
            <span key={code}>
              {place > 0 && ", "}
              <a className="link font-mono text-sm" href={`/problems/${code}`}>
                {code}
              </a>
            </span>
          ))}
          .
        </p>
      )}
    </article>
  );
}

function Fields({ fields, name }: { fields: EndpointField[]; name: string }) {
  return (
    <dl aria-label={`Fields of ${name}`} className="mt-4 max-w-3xl divide-y divide-line border-line border-y text-base">
      {fields.map((field) => (
        <div key={field.name} className="grid gap-x-5 py-2 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <dt className="min-w-0">
            <code className="wrap-anywhere font-mono text-sm">{field.name}</code>
            <span className="block text-ink-soft text-sm">
              {field.carrier}
              {field.required ? ", required" : ""}
            </span>
          </dt>
          <dd className="min-w-0">
            {field.holds}
            {field.description && (
              <span className="block text-ink-soft text-sm">
                <Words>{field.description}</Words>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Descriptions put field names in backticks. */
function Words({ children }: { children: string }) {
  const [first, ...rest] = children.split(/`([^`]+)`/);
  return (
    <>
      {first}
      {rest.map((part, place) =>
        place % 2 === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed sentence.
          <code key={place} className="font-mono text-sm">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </>
  );
}
