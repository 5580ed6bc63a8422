import type { z } from "zod";
import type { EndpointContract, EndpointInput } from "@/lib/contract/endpoint";
import { knowledgeSearch as knowledgeSearchContract, read as readContract } from "@/lib/contract/knowledge/reading";
import {
  createBundle as createBundleContract,
  submitSkill as submitSkillContract,
} from "@/lib/contract/knowledge/submissions";
import { setControls as setControlsContract, sync as syncContract } from "@/lib/contract/knowledge/sync-and-controls";
import { addInsight as addInsightContract, startTask as startTaskContract } from "@/lib/contract/knowledge/threads";
import * as maintainedConnections from "@/lib/contract/maintenance/connections";
import * as maintainedMessages from "@/lib/contract/maintenance/messages";
import * as queueContracts from "@/lib/contract/maintenance/queue";
import * as maintainedVersions from "@/lib/contract/maintenance/versions";
import * as connectionContracts from "@/lib/contract/public/connections";
import * as logContracts from "@/lib/contract/public/log";
import * as metaContracts from "@/lib/contract/public/meta";
import * as reportContracts from "@/lib/contract/public/reports";
import * as searchContracts from "@/lib/contract/public/search";
import * as skillContracts from "@/lib/contract/public/skills";
import * as sourceContracts from "@/lib/contract/public/sources";
import { listTechnologies as listTechnologiesContract } from "@/lib/contract/public/technologies";
import * as threadContracts from "@/lib/contract/public/threads";
import { setControls } from "@/lib/domain/connections/controls";
import {
  createConnection,
  getConnection,
  listWritten,
  recoverConnection,
  rotateToken,
} from "@/lib/domain/connections/own-connection";
import { syncConnection } from "@/lib/domain/connections/sync";
import type { Answered, Carried, Context } from "@/lib/domain/context";
import { getLiveness } from "@/lib/domain/health/process";
import { getReadiness } from "@/lib/domain/health/status";
import { readKnowledge } from "@/lib/domain/knowledge/read";
import { readKnowledgeText } from "@/lib/domain/knowledge/read-skill";
import { searchForConnection } from "@/lib/domain/knowledge/search-knowledge";
import { listConnections, revokeConnection, setSignup } from "@/lib/domain/moderation/connections";
import { deleteConnection, eraseMessage, eraseVersion } from "@/lib/domain/moderation/erase";
import { hideMessage, showMessage, vouchForMessage } from "@/lib/domain/moderation/messages";
import { authorizeMaintainer } from "@/lib/domain/moderation/moderate";
import { listQueue } from "@/lib/domain/moderation/queue";
import { createReport, dismissReports, listReports } from "@/lib/domain/moderation/reports";
import { addReviewNote, keepVersion } from "@/lib/domain/moderation/reviews";
import { decideSubmission, selectVersion } from "@/lib/domain/moderation/select-version";
import { quarantineByMaintainer, vouchForVersion } from "@/lib/domain/moderation/waiting";
import { restoreVersion, withdrawOwnVersion, withdrawVersion } from "@/lib/domain/moderation/withdraw-version";
import { getLogCheckpoint, listDecisions, listLog } from "@/lib/domain/publish-log/publish-log";
import { findFittingSkills } from "@/lib/domain/skills/find-fitting-skills";
import { getSkill, getSkillVersion } from "@/lib/domain/skills/get-skill";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { listTechnologies } from "@/lib/domain/skills/list-technologies";
import { createAppeal } from "@/lib/domain/skills/waiting";
import {
  addSource,
  getSource,
  listSources,
  pauseSource,
  removeSource,
  runSourceNow,
} from "@/lib/domain/sources/sources";
import { listStaleVersions } from "@/lib/domain/sources/stale-versions";
import { createBundle } from "@/lib/domain/submissions/create-bundle";
import { submitSkill } from "@/lib/domain/submissions/submit-skill";
import { addInsight } from "@/lib/domain/threads/add-insight";
import { authorizeReply, createReply } from "@/lib/domain/threads/create-reply";
import { authorizeRetraction, retractPost, retractReply } from "@/lib/domain/threads/erasing";
import { getPost, listPosts } from "@/lib/domain/threads/posts";
import { listReplies, repliesEtag } from "@/lib/domain/threads/replies";
import { searchAndAsk } from "@/lib/domain/threads/search-and-ask";
import { startTask } from "@/lib/domain/threads/start-task";
import { knowledgeOpenapi, publicOpenapi } from "@/lib/server/openapi/document";

type Verb<I extends EndpointInput, O extends z.ZodType, A> =
  | { run: (ctx: Context, input: z.output<I>, authorized: A) => Promise<z.input<O>> }
  /** The same for a verb that also returns its answer's ETag, or whether the answer is a stored one. */
  | { answered: (ctx: Context, input: z.output<I>, authorized: A) => Promise<Answered<z.input<O>>> };

type Binding<I extends EndpointInput, O extends z.ZodType, A> = Verb<I, O, A> & {
  /** Refuses before the body is read. The verb gets what it returns. */
  authorize?: (ctx: Context, carried: Carried) => Promise<A>;
  /** A strong ETag computed without building the body, so that idle polls are cheap. */
  etag?: (ctx: Context, input: z.output<I>) => Promise<string>;
  /** The same answer as JSON text, where that is cheaper than rebuilding it; null falls back to `run`. */
  text?: (ctx: Context, input: z.output<I>) => Promise<string | null>;
};

/** An endpoint of the table: its contract and its implementation. */
export type Bound = {
  contract: EndpointContract;
  /** Takes what `authorize` returned for the same call. */
  run: (ctx: Context, input: unknown, authorized: unknown) => Promise<Answered<unknown>>;
  authorize?: (ctx: Context, carried: Carried) => Promise<unknown>;
  etag?: (ctx: Context, input: unknown) => Promise<string>;
  text?: (ctx: Context, input: unknown) => Promise<string | null>;
};

/** Binds a verb to its contract. The contract's own parser and `authorize` produce what it takes, so the casts are safe. */
function bind<I extends EndpointInput, O extends z.ZodType, A = unknown>(
  contract: EndpointContract<I, O>,
  binding: Binding<I, O, A>,
): Bound {
  const { authorize, etag, text } = binding;
  const typed = (input: unknown) => input as z.output<I>;
  return {
    contract: contract as unknown as EndpointContract,
    run: async (ctx, input, authorized) =>
      "run" in binding
        ? { answer: await binding.run(ctx, typed(input), authorized as A) }
        : binding.answered(ctx, typed(input), authorized as A),
    ...(authorize ? { authorize } : {}),
    ...(etag ? { etag: (ctx, input) => etag(ctx, typed(input)) } : {}),
    ...(text ? { text: (ctx, input) => text(ctx, typed(input)) } : {}),
  };
}

/** The endpoint table. HTTP, the OpenAPI document and the documentation pages derive from it. */
export const endpoints = {
  search: bind(searchContracts.search, { answered: (ctx, input) => searchAndAsk(ctx, input, "query") }),
  searchPost: bind(searchContracts.searchPost, { answered: (ctx, input) => searchAndAsk(ctx, input, "body") }),
  listReplies: bind(threadContracts.listReplies, { answered: listReplies, etag: repliesEtag }),
  createReply: bind(threadContracts.createReply, { answered: createReply, authorize: authorizeReply }),
  listPosts: bind(threadContracts.listPosts, { run: listPosts }),
  getPost: bind(threadContracts.getPost, { run: getPost }),
  retractReply: bind(threadContracts.retractReply, { run: retractReply, authorize: authorizeRetraction }),
  retractPost: bind(threadContracts.retractPost, { run: retractPost, authorize: authorizeRetraction }),
  listSkills: bind(skillContracts.listSkills, { run: listSkills }),
  findFittingSkills: bind(skillContracts.findFittingSkills, { run: findFittingSkills }),
  listTechnologies: bind(listTechnologiesContract, { run: listTechnologies }),
  getSkill: bind(skillContracts.getSkill, { run: getSkill }),
  getSkillVersion: bind(skillContracts.getSkillVersion, { run: getSkillVersion }),
  withdrawOwnVersion: bind(skillContracts.withdrawOwnVersion, { answered: withdrawOwnVersion }),
  createBundle: bind(createBundleContract, { answered: createBundle }),
  createReport: bind(reportContracts.createReport, { run: createReport }),
  createAppeal: bind(skillContracts.createAppeal, { answered: createAppeal }),
  createConnection: bind(connectionContracts.createConnection, { answered: createConnection }),
  getConnection: bind(connectionContracts.getConnection, { run: getConnection }),
  deleteConnection: bind(connectionContracts.deleteConnection, { run: deleteConnection }),
  listWritten: bind(connectionContracts.listWritten, { run: listWritten }),
  rotateToken: bind(connectionContracts.rotateToken, { answered: rotateToken }),
  recoverConnection: bind(connectionContracts.recoverConnection, { run: recoverConnection }),
  listDecisions: bind(logContracts.listDecisions, { run: listDecisions }),
  listSources: bind(sourceContracts.listSources, { run: listSources }),
  getSource: bind(sourceContracts.getSource, { run: getSource }),
  listLog: bind(logContracts.listLog, { run: listLog }),
  getLogCheckpoint: bind(logContracts.getLogCheckpoint, { run: getLogCheckpoint }),
  getPublicOpenapi: bind(metaContracts.getPublicOpenapi, { run: async () => publicOpenapi(contracts()) }),
  getLiveness: bind(metaContracts.getLiveness, { run: getLiveness }),
  getReadiness: bind(metaContracts.getReadiness, { run: getReadiness }),
  knowledgeSearch: bind(knowledgeSearchContract, { run: searchForConnection }),
  startTask: bind(startTaskContract, { answered: startTask }),
  addInsight: bind(addInsightContract, { answered: addInsight }),
  submitSkill: bind(submitSkillContract, { answered: submitSkill }),
  sync: bind(syncContract, { run: syncConnection }),
  setControls: bind(setControlsContract, { answered: setControls }),
  read: bind(readContract, { run: readKnowledge, text: readKnowledgeText }),
  getKnowledgeOpenapi: bind(metaContracts.getKnowledgeOpenapi, { run: async () => knowledgeOpenapi(contracts()) }),
  listQueue: bind(queueContracts.listQueue, { run: listQueue, authorize: authorizeMaintainer }),
  listConnections: bind(maintainedConnections.listConnections, {
    run: listConnections,
    authorize: authorizeMaintainer,
  }),
  listReports: bind(reportContracts.listReports, { run: listReports, authorize: authorizeMaintainer }),
  dismissReports: bind(reportContracts.dismissReports, { answered: dismissReports, authorize: authorizeMaintainer }),
  decideSubmission: bind(queueContracts.decideSubmission, {
    answered: decideSubmission,
    authorize: authorizeMaintainer,
  }),
  addReviewNote: bind(maintainedVersions.addReviewNote, { answered: addReviewNote, authorize: authorizeMaintainer }),
  selectVersion: bind(maintainedVersions.selectVersion, { answered: selectVersion }),
  withdrawVersion: bind(maintainedVersions.withdrawVersion, {
    answered: withdrawVersion,
    authorize: authorizeMaintainer,
  }),
  restoreVersion: bind(maintainedVersions.restoreVersion, { answered: restoreVersion, authorize: authorizeMaintainer }),
  eraseVersion: bind(maintainedVersions.eraseVersion, { answered: eraseVersion, authorize: authorizeMaintainer }),
  vouchForVersion: bind(maintainedVersions.vouchForVersion, {
    answered: vouchForVersion,
    authorize: authorizeMaintainer,
  }),
  quarantineVersion: bind(maintainedVersions.quarantineVersion, {
    answered: quarantineByMaintainer,
    authorize: authorizeMaintainer,
  }),
  keepVersion: bind(maintainedVersions.keepVersion, { answered: keepVersion, authorize: authorizeMaintainer }),
  hideMessage: bind(maintainedMessages.hideMessage, { answered: hideMessage, authorize: authorizeMaintainer }),
  showMessage: bind(maintainedMessages.showMessage, { answered: showMessage, authorize: authorizeMaintainer }),
  vouchForMessage: bind(maintainedMessages.vouchForMessage, {
    answered: vouchForMessage,
    authorize: authorizeMaintainer,
  }),
  eraseMessage: bind(maintainedMessages.eraseMessage, { answered: eraseMessage, authorize: authorizeMaintainer }),
  revokeConnection: bind(maintainedConnections.revokeConnection, {
    answered: revokeConnection,
    authorize: authorizeMaintainer,
  }),
  setSignup: bind(maintainedConnections.setSignup, { answered: setSignup, authorize: authorizeMaintainer }),
  listStaleVersions: bind(maintainedVersions.listStaleVersions, {
    run: listStaleVersions,
    authorize: authorizeMaintainer,
  }),
  addSource: bind(sourceContracts.addSource, { answered: addSource, authorize: authorizeMaintainer }),
  runSource: bind(sourceContracts.runSource, { answered: runSourceNow, authorize: authorizeMaintainer }),
  pauseSource: bind(sourceContracts.pauseSource, { answered: pauseSource, authorize: authorizeMaintainer }),
  removeSource: bind(sourceContracts.removeSource, { answered: removeSource, authorize: authorizeMaintainer }),
} satisfies Record<string, Bound>;

/** The contracts of all endpoints in table order. */
export function contracts(): EndpointContract[] {
  return Object.values<Bound>(endpoints).map(({ contract }) => contract);
}

/** A segment is literal text or the name of a parameter. */
type Segment = { text: string } | { parameter: string };
type Route = { segments: Segment[]; methods: Record<string, Bound>; allow: string[] };

const routes: Route[] = [];
const known = new Map<string, Route>();
for (const bound of Object.values(endpoints)) {
  const { path, method } = bound.contract;
  let route = known.get(path);
  if (!route) {
    route = { segments: path.split("/").map(segmentOf), methods: {}, allow: [] };
    known.set(path, route);
    routes.push(route);
  }
  route.methods[method] = bound;
  const { GET, POST, DELETE } = route.methods;
  route.allow = [...(GET ? ["GET", "HEAD"] : []), ...(POST ? ["POST"] : []), ...(DELETE ? ["DELETE"] : []), "OPTIONS"];
}

function segmentOf(text: string): Segment {
  return text.startsWith("{") ? { parameter: text.slice(1, -1) } : { text };
}

/** The route of a path (without query) and its path parameters; null if no endpoint matches. */
export function findRoute(
  path: string,
): { methods: Record<string, Bound>; allow: string[]; path: Record<string, string> } | null {
  const given = path.split("/");
  for (const route of routes) {
    if (fits(route.segments, given))
      return { methods: route.methods, allow: route.allow, path: valuesOf(route.segments, given) };
  }
  return null;
}

function fits(segments: Segment[], given: string[]): boolean {
  if (segments.length !== given.length) return false;
  for (const [i, segment] of segments.entries()) {
    if ("text" in segment ? segment.text !== given[i] : given[i] === "") return false;
  }
  return true;
}

function valuesOf(segments: Segment[], given: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    if ("parameter" in segment) values[segment.parameter] = decodeURIComponent(given[i] ?? "");
  }
  return values;
}
