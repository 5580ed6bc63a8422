import { type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";
import { EXAMPLE_BASE } from "@/lib/contract/examples";

/** The shell variables that stand for ids, by the prefix of the id. */
export const ID_VARIABLES: Readonly<Record<string, string>> = {
  skl: "SKILL_ID",
  skv: "VERSION_ID",
  thr: "THREAD_ID",
  msg: "MESSAGE_ID",
  con: "CONNECTION_ID",
  kop: "OPERATION_REF",
  src: "SOURCE_ID",
};

const ID = new RegExp(`\\b(${Object.keys(ID_VARIABLES).join("|")})_[\\w-]{22}`, "g");

/**
 * A request with this input as a curl command that runs in a POSIX shell. It has the whole body. Ids, the token and the
 * append key are variables, which the reader sets from earlier answers.
 */
export function writtenRequest(
  contract: EndpointContract,
  input: Readonly<Record<string, unknown>>,
  base: string,
): string {
  const carriedBy = (carrier: string) =>
    Object.entries(input).filter(([name]) => fieldCarrier(contract, name) === carrier);
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => withVariables(String(input[name])));
  const headers = [
    ...(contract.auth === "connection" ? ['-H "Authorization: Bearer $CAIRN_TOKEN"'] : []),
    ...(contract.auth === "append_key" ? ['-H "X-Service-Append-Key: $APPEND_KEY"'] : []),
  ];
  if (contract.method === "GET") {
    const query = carriedBy("query").map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`);
    return [`curl -s${query.length > 0 ? "G" : ""} "${base}${path}"`, ...headers, ...query].join(" \\\n  ");
  }
  if (contract.method === "DELETE") return [`curl -s -X DELETE "${base}${path}"`, ...headers].join(" \\\n  ");
  if (contract.bodyForm === "archive") {
    const archive = [`-H 'Content-Type: application/gzip'`, "--data-binary @files.tar.gz"];
    return [`curl -s "${base}${path}"`, ...headers, ...archive].join(" \\\n  ");
  }
  const body = JSON.stringify(Object.fromEntries(carriedBy("body")), null, 2);
  return [`curl -s "${base}${path}"`, ...headers, bodyOption(body)].join(" \\\n  ");
}

/** An answer as JSON text, with the service's own origin. */
export function writtenAnswer(answer: unknown, base: string): string {
  return JSON.stringify(answer, null, 2).replaceAll(EXAMPLE_BASE, base);
}

function withVariables(text: string): string {
  return text.replaceAll(ID, (_, prefix: string) => `$${ID_VARIABLES[prefix]}`);
}

/** In double quotes where the shell must fill in a variable, else in single quotes. */
function quoted(text: string): string {
  const filled = withVariables(text);
  return filled === text ? `'${text.replaceAll("'", `'\\''`)}'` : `"${filled}"`;
}

/** A body with variables is a here document, because the shell fills none into single quotes. */
function bodyOption(body: string): string {
  const filled = withVariables(body);
  if (filled === body) return `--json ${quoted(body)}`;
  const escaped = withVariables(body.replaceAll(/[$`]|\\(?=[$`\\\n])/g, "\\$&"));
  return `--json @- <<JSON\n${escaped}\nJSON`;
}
