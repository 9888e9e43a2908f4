import { faultAt } from '@switchyard/contracts/text/faults';
import { text } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import {
  type Endpoint,
  endpointOf,
  endpointOfInstance,
  registerEndpointSource,
} from '../../platform/models/endpoint.ts';
import { type EndpointTest, testEndpoint } from '../../platform/models/language-model.ts';
import type { Platform, ToolDeps } from '../../platform/platform.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { creditsLeft, creditsOfTokens, creditsSpentBy, spendCredits } from '../billing/index.ts';
import { dueVectors } from '../knowledge/index.ts';
import { agentModels } from './agent.schema.ts';
import { countPending } from './conversations.ts';
import { openKey, sealKey } from './model-key.ts';
import { lockRefusal } from './permissions.ts';
import { sayCount } from './words.ts';

const TEST_MS = 10_000;

/** What a workspace has set about its language model. */
export interface ModelSettings {
  baseUrl: string | null;
  model: string | null;
  embeddingModel: string | null;
  hasKey: boolean;
  /** Chat text may go to a model that is not on this machine or its network. */
  sendsChats: boolean;
  /** Found by the last test that tools are not called: the planner answers. */
  isPlannerInCharge: boolean;
  /** Of the instance, for workspaces that set none; null: none. */
  instanceModel: string | null;
  /** In a month; null: as many as the workspace has. */
  creditsPerPerson: number | null;
}

const find = async (db: Db, workspaceId: string) =>
  (await db.select().from(agentModels).where(eq(agentModels.workspaceId, workspaceId)))[0] ?? null;

/** Tells the platform where workspaces keep their endpoints. */
export const serveEndpoints = (platform: Platform): void =>
  registerEndpointSource(platform, async (workspaceId) => {
    const row = await find(platform.database.db, workspaceId);
    const sendsChats = row?.sendsChats ?? false;
    if (!row?.baseUrl || !row.model) return { endpoint: null, sendsChats };
    const endpoint = {
      baseUrl: row.baseUrl,
      model: row.model,
      embeddingModel: row.embeddingModel,
      apiKey: row.apiKey && openKey(platform.secret, workspaceId, row.apiKey),
      isGuarded: !platform.config.aiPrivateEndpoints,
    };
    return { endpoint, sendsChats };
  });

/** A model by its address, so that what was found of it is true of no other. */
const endpointName = ({ baseUrl, model }: Endpoint): string => `${baseUrl} ${model}`;

/** The model that answers for a workspace, and whether it may read chats; null: the planner does. */
export async function modelFor(
  platform: Platform,
  workspaceId: string,
): Promise<{ endpoint: Endpoint; sendsChats: boolean } | null> {
  const endpoint = await endpointOf(platform, workspaceId);
  const row = await find(platform.database.db, workspaceId);
  if (!endpoint || row?.toolless === endpointName(endpoint)) return null;
  return { endpoint, sendsChats: row?.sendsChats ?? false };
}

export async function readModel(
  platform: Platform,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
): Promise<ModelSettings> {
  const row = await find(platform.database.db, workspaceId);
  const endpoint = await endpointOf(platform, workspaceId);
  return {
    baseUrl: row?.baseUrl ?? null,
    model: row?.model ?? null,
    embeddingModel: row?.embeddingModel ?? null,
    hasKey: row?.apiKey != null,
    sendsChats: row?.sendsChats ?? false,
    isPlannerInCharge: endpoint !== null && row?.toolless === endpointName(endpoint),
    instanceModel: endpointOfInstance(platform.config)?.model ?? null,
    creditsPerPerson: row?.creditsPerPerson ?? null,
  };
}

interface EndpointInput {
  baseUrl: string | null;
  model: string | null;
  /** Left out: stays; without a model of its own there is none. */
  embeddingModel?: string | null | undefined;
  /** Left out: stays, as long as the address does. */
  apiKey?: string | null | undefined;
  sendsChats: boolean;
  /** Left out: stays. */
  creditsPerPerson?: number | null | undefined;
}

/**
 * Sets the model of a workspace; what it can do is found out by a test. Only an owner may have chats sent.
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const saveModel: Action<EndpointInput, null, ActionDeps & Pick<Platform, 'secret'>> = (
  { db, secret },
  actor,
  given,
) =>
  db.transaction(async (tx) => {
    authorize(lockRefusal(actor));
    const before = await find(tx, actor.workspaceId);
    const { baseUrl, model, sendsChats } = given;
    // An owner's word is for the address that they saw: nobody else has chats sent to another.
    const isAllowed = before?.sendsChats === true && before.baseUrl === baseUrl;
    if (sendsChats && !isAllowed && actor.workspaceRole !== 'owner')
      throw new Refusal('FORBIDDEN', undefined, text('ownersChooseModels'));
    if ((baseUrl === null) !== (model === null)) throw invalid([faultAt('model', 'bothOfModel')]);
    const kept = baseUrl === null ? null : (before?.apiKey ?? null);
    // A key is for whom it was given to: nobody has it sent to an address of theirs.
    if (given.apiKey === undefined && kept !== null && before?.baseUrl !== baseUrl)
      throw invalid([faultAt('apiKey', 'keyOfAddress')]);
    const apiKey =
      given.apiKey === undefined
        ? kept
        : given.apiKey === null
          ? null
          : sealKey(secret, actor.workspaceId, given.apiKey);
    const creditsPerPerson =
      given.creditsPerPerson === undefined ? (before?.creditsPerPerson ?? null) : given.creditsPerPerson;
    const embeddingModel =
      model === null
        ? null
        : given.embeddingModel === undefined
          ? (before?.embeddingModel ?? null)
          : given.embeddingModel;
    // By another key the same name may be another model.
    const toolless = given.apiKey === undefined ? (before?.toolless ?? null) : null;
    const row = { baseUrl, model, embeddingModel, apiKey, sendsChats, toolless, creditsPerPerson };
    await tx
      .insert(agentModels)
      .values({ workspaceId: actor.workspaceId, ...row })
      .onConflictDoUpdate({ target: agentModels.workspaceId, set: row });
    await dueVectors(tx, actor.workspaceId);
    await writeAudit(tx, actor, {
      action: 'agent.model',
      details: { baseUrl, model, embeddingModel, sendsChats, hasKey: apiKey !== null, creditsPerPerson },
    });
    return { result: null, events: [] };
  });

/** Tries the model of the workspace; one that calls no tools leaves the planner in charge. */
export const testModel: Action<undefined, { outcome: EndpointTest | 'none' }, ToolDeps> = async (deps, actor) => {
  authorize(changeRefusal(actor) ?? lockRefusal(actor));
  const endpoint = await endpointOf(deps, actor.workspaceId);
  if (!endpoint) return { result: { outcome: 'none' }, events: [] };
  const outcome = await testEndpoint(endpoint, TEST_MS);
  if (outcome === 'ok' || outcome === 'tools') {
    const toolless = outcome === 'tools' ? endpointName(endpoint) : null;
    await deps.db
      .insert(agentModels)
      .values({ workspaceId: actor.workspaceId, toolless })
      .onConflictDoUpdate({ target: agentModels.workspaceId, set: { toolless } });
  }
  return { result: { outcome }, events: [] };
};

/**
 * Why a model is not asked now, in words with the day of the next credits; null: it may be. Each reply that was begun
 * before and is not there yet has set a credit aside, so that many conversations at once pass no limit by more than
 * what the last one costs.
 */
export async function creditShortage(
  db: Db,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
  messageId: string,
): Promise<string | null> {
  const { left, renewsAt } = await creditsLeft(db, workspaceId);
  const before = await countPending(db, workspaceId, messageId);
  const renewing = `renew on ${renewsAt.toISOString().slice(0, 10)}. Until then I answer by rules.`;
  if (left !== null && left <= before.all)
    return `The workspace has no credits left for the language model; they ${renewing}`;
  const most = (await find(db, workspaceId))?.creditsPerPerson ?? null;
  if (most === null || (await creditsSpentBy(db, workspaceId, userId)) + before.of(userId) < most) return null;
  return `You have spent the ${sayCount(most, 'credit')} that a person of this workspace may spend on the language model in a month; they ${renewing}`;
}

/** Writes what a turn cost into the workspace's ledger. */
export async function spend(
  db: Db,
  actor: Actor,
  conversationId: string,
  { input, output }: { input: number; output: number },
): Promise<void> {
  const credits = creditsOfTokens({ input, output });
  await db.transaction((tx) =>
    spendCredits(tx, {
      workspaceId: actor.workspaceId,
      userId: actor.userId,
      kind: 'ai',
      credits,
      subject: conversationId,
      details: { input, output },
      isDone: true,
    }),
  );
}
