import { randomInt } from "node:crypto";
import type { z } from "zod";
import { deliverOperation, deliverSkillChange } from "@/db/queries/feeds";
import { insertOperation, type OperationState } from "@/db/queries/operations";
import type { Api, Called, Headers, ProblemBody } from "@/e2e/support/api";
import { database, openThread, question, type Skill, type Thread } from "@/e2e/support/fixtures";
import type { EndpointContract, EndpointInput } from "@/lib/contract/endpoint";
import { read } from "@/lib/contract/knowledge/reading";
import type { ControlMode, Message } from "@/lib/contract/knowledge/resources";
import { type Delivery, setControls, sync } from "@/lib/contract/knowledge/sync-and-controls";
import { addInsight, startTask } from "@/lib/contract/knowledge/threads";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import type { ProblemCode } from "@/lib/contract/problems";
import { createConnection } from "@/lib/contract/public/connections";
import { tellHolders } from "@/lib/domain/publishing/record-change";
import { newId } from "@/lib/platform/ids";

type Input = Record<string, unknown>;
export type Synced = z.output<typeof sync.output>["data"];
export type Read = z.output<typeof read.output>;

/** An agent with its own connection. */
export class Caller {
  readonly api: Api;
  readonly connection_id: string;
  readonly name: string;
  readonly token: string;
  readonly headers: Headers;

  constructor(api: Api, connection: { connection_id: string; name: string; token: string }) {
    this.api = api;
    this.connection_id = connection.connection_id;
    this.name = connection.name;
    this.token = connection.token;
    this.headers = { authorization: `Bearer ${connection.token}` };
  }

  /** The mark beside its name. */
  get mark(): string {
    return this.connection_id.slice(-6);
  }

  call<I extends EndpointInput, O extends z.ZodType>(
    endpoint: EndpointContract<I, O>,
    input: Input = {},
    headers: Headers = {},
  ): Promise<Called<z.output<O>>> {
    return this.api.call(endpoint, input, { ...this.headers, ...headers });
  }

  ok<I extends EndpointInput, O extends z.ZodType>(
    endpoint: EndpointContract<I, O>,
    input: Input = {},
    headers: Headers = {},
  ): Promise<z.output<O>> {
    return this.api.ok(endpoint, input, { ...this.headers, ...headers });
  }

  refused<I extends EndpointInput, O extends z.ZodType>(
    endpoint: EndpointContract<I, O>,
    code: ProblemCode,
    input: Input = {},
    headers: Headers = {},
  ): Promise<ProblemBody> {
    return this.api.refused(endpoint, code, input, { ...this.headers, ...headers });
  }

  async startTask(input: Input = {}) {
    const task = { title: "Cache the product page", opening: "The page reads a database on every request." };
    return (await this.ok(startTask, { ...task, ...input })).data;
  }

  async addInsight(thread_id: string, body: string, more: Input = {}, headers: Headers = {}) {
    return (await this.ok(addInsight, { target: conversation(thread_id), body, ...more }, headers)).data;
  }

  async sync(input: Input = {}): Promise<Synced> {
    return (await this.ok(sync, input)).data;
  }

  /** All unacknowledged deliveries of the feed, page by page; acknowledges each page on request. */
  async drain(options: { acknowledge: boolean; from?: string } = { acknowledge: true }): Promise<Delivery[]> {
    const all: Delivery[] = [];
    let delivered_cursor = options.from;
    for (;;) {
      const page = await this.sync({ delivered_cursor });
      all.push(...page.deliveries);
      if (!page.has_more && !options.acknowledge) return all;
      if (page.deliveries.length === 0 && !page.has_more) return all;
      delivered_cursor = page.delivered_cursor;
    }
  }

  async setMode(mode: ControlMode, more: Input = {}) {
    const { control } = await this.sync();
    return (await this.ok(setControls, { expected_control_revision: control.control_revision, mode, ...more })).data;
  }

  async read(ref: object, more: Input = {}): Promise<Read> {
    return this.ok(read, { ref, ...more });
  }

  /** Every message of a conversation, across its pages. */
  async messages(thread_id: string): Promise<Message[]> {
    const all: Message[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await this.read(conversation(thread_id), { limit: 25, cursor });
      if (page.data.view !== "messages") throw new Error(`A conversation was read as ${page.data.view}.`);
      all.push(...page.data.items);
      if (!("next_cursor" in page) || page.next_cursor === null) return all;
      cursor = page.next_cursor;
    }
  }
}

/** A new connection in mode `active`, revision 0. */
export async function connect(api: Api, name = "Test agent"): Promise<Caller> {
  const { data } = await api.ok(createConnection, { name });
  if (data.token === null) throw new Error("A new connection came without its token.");
  return new Caller(api, { connection_id: data.connection_id, name, token: data.token });
}

export const conversation = (thread_id: string) => ({ kind: "conversation", thread_id });
export const skillRef = ({ skill_id }: { skill_id: string }) => ({ kind: "skill", skill_id });
export const versionRef = ({ skill_id, version_id }: Pick<Skill, "skill_id" | "version_id">): SkillVersionRef => ({
  kind: "skill_version",
  skill_id,
  version_id,
});

/** Well-formed ids of objects that do not exist. */
export const nothing = {
  skill_id: "skl_AAAAAAAAAAAAAAAAAAAAAA",
  version_id: "skv_AAAAAAAAAAAAAAAAAAAAAA",
  thread_id: "thr_AAAAAAAAAAAAAAAAAAAAAA",
  message_id: "msg_AAAAAAAAAAAAAAAAAAAAAA",
  operation_ref: "kop_AAAAAAAAAAAAAAAAAAAAAA",
} as const;

/**
 * An unfinished operation of a connection. In review it waits for a maintainer, so no worker takes it; workers skip a
 * pending one only while its connection is paused.
 */
export async function addOperation(caller: Caller, state: OperationState = "in_review"): Promise<string> {
  const operation_ref = newId("kop");
  await insertOperation(database(), {
    operation_ref,
    connection_id: caller.connection_id,
    kind: "skill_submission",
    state,
  });
  return operation_ref;
}

/** The result of `finishOperation`. */
export const MADE = {
  ref: { kind: "skill_version", skill_id: nothing.skill_id, version_id: nothing.version_id },
  canonical_url: "https://cairn.example/skills/made-by-a-test",
  selection_revision: "1",
  warnings: [],
};

/** A reviewer's decision: the operation ends outside a request of its connection, which is notified. */
export async function finishOperation(caller: Caller, operation_ref: string): Promise<void> {
  await database().begin(async (sql) => {
    await sql`
      update operations
         set state = 'succeeded', result = ${database().json(MADE)}, updated_at = now_ms()
       where operations.operation_ref = ${operation_ref}`;
    await deliverOperation(sql, { connection_id: caller.connection_id, operation_ref });
  });
}

/** Notifies holders of the skill about a change, as the code that makes the change does. */
export async function tellOfChange(kind: "selection" | "withdrawal" | "review", skill: Skill): Promise<void> {
  const { skill_id, version_id } = skill;
  await database().begin((sql) =>
    kind === "selection"
      ? tellHolders(sql, { skill_id, version_id, previous_version_id: null })
      : deliverSkillChange(sql, { kind, skill_id, version_id }),
  );
}

/** Selects another version of a skill, or none. */
export async function select(skill_id: string, version_id: string | null): Promise<void> {
  await database().begin(async (sql) => {
    await sql`
      update skills
         set selected_version_id = ${version_id}, selection_revision = skills.selection_revision + 1
       where skills.skill_id = ${skill_id}`;
    // Without an entry in the publish log, answers that were made before would still count as current.
    await sql`select append_publish_log('selection', ${skill_id}, ${sql.json({ version_id })})`;
  });
}

/** A public decision, as a maintainer records it. */
export async function decide(decision: {
  kind: string;
  reason: string;
  skill_id?: string;
  version_id?: string;
  thread_id?: string;
}): Promise<string> {
  const decision_id = newId("dec");
  await database()`
    insert into decisions (decision_id, kind, decided_by, reason, skill_id, version_id, thread_id)
    values (${decision_id}, ${decision.kind}, 'A maintainer', ${decision.reason}, ${decision.skill_id ?? null},
            ${decision.version_id ?? null}, ${decision.thread_id ?? null})`;
  return decision_id;
}

/** The current time of the clock that stamps writes. */
export async function databaseTime(): Promise<string> {
  const [row] = await database()<{ now: Date }[]>`select now_ms() as now`;
  return row?.now.toISOString() ?? "";
}

export const messageIds = (deliveries: Delivery[]) =>
  deliveries.flatMap((delivery) => (delivery.kind === "reply" ? [delivery.message.message_id] : []));

export const sequences = (deliveries: Delivery[]) => deliveries.map(({ sequence }) => Number(sequence));

export const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => i + first);

/** A follower with its own thread, and another connection that writes in it. */
export async function followed(api: Api): Promise<{ follower: Caller; writer: Caller; thread_id: string }> {
  const [follower, writer] = await Promise.all([connect(api), connect(api)]);
  const { thread } = await follower.startTask();
  return { follower, writer, thread_id: thread.thread_id };
}

/**
 * The headers of a trusted proxy that forwards a client in this network: 198.18.`network`.x, or the given full address.
 */
export function from(network: number | string): Headers {
  return { "x-forwarded-for": typeof network === "string" ? network : `198.18.${network}.${randomInt(1, 255)}` };
}

/** A thread of a client in a network, with an insight that lists these versions: outcomes for them count. */
export async function openThreadAbout(api: Api, skills: Skill[], headers: Headers = {}): Promise<Thread> {
  const thread = await openThread(api, question(), headers);
  await offer(api, thread.thread_id, skills);
  return thread;
}

/** Another connection writes in the thread that these versions may help. */
export async function offer(api: Api, thread_id: string, skills: Skill[]): Promise<void> {
  const helper = await connect(api, "Helping agent");
  const used_versions = skills.map((skill) => ({ ref: versionRef(skill) }));
  await helper.addInsight(thread_id, "This may help.", { used_versions });
}
