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
import { scheduleVectors } from '../knowledge/index.ts';
import { agentModels } from './agent.schema.ts';
import { countPending } from './conversations.ts';
import { formatCount } from './format.ts';
import { openKey, sealKey } from './model-key.ts';
import { lockRefusal } from './permissions.ts';

const TEST_MS = 10_000;

/** A workspace's language model settings. */
export interface ModelSettings {
  baseUrl: string | null;
  model: string | null;
  embeddingModel: string | null;
  hasKey: boolean;
  /** Whether chat text may go to a model outside this machine and its network. */
  sendsChats: boolean;
  /** The last test found that it calls no tools, so the planner answers. */
  isPlannerInCharge: boolean;
  /** The instance's model, for workspaces that set none; null if there is none. */
  instanceModel: string | null;
  /** Per month; null for no limit. */
  creditsPerPerson: number | null;
}

const findSettings = async (db: Db, workspaceId: string) =>
  (await db.select().from(agentModels).where(eq(agentModels.workspaceId, workspaceId)))[0] ?? null;

/** Registers the look-up of workspace endpoints with the platform. */
export const serveEndpoints = (platform: Platform): void =>
  registerEndpointSource(platform, async (workspaceId) => {
    const row = await findSettings(platform.database.db, workspaceId);
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

/** Identifies a model together with its address, so that test results apply to it alone. */
const endpointName = ({ baseUrl, model }: Endpoint): string => `${baseUrl} ${model}`;

/** The model that answers for a workspace, and whether it may read chats; null if the planner answers. */
export async function modelFor(
  platform: Platform,
  workspaceId: string,
): Promise<{ endpoint: Endpoint; sendsChats: boolean } | null> {
  const endpoint = await endpointOf(platform, workspaceId);
  const row = await findSettings(platform.database.db, workspaceId);
  if (!endpoint || row?.toolless === endpointName(endpoint)) return null;
  return { endpoint, sendsChats: row?.sendsChats ?? false };
}

export async function readModel(
  platform: Platform,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
): Promise<ModelSettings> {
  const row = await findSettings(platform.database.db, workspaceId);
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
  /** Omitted: unchanged; without its own model, a workspace has none. */
  embeddingModel?: string | null | undefined;
  /** Omitted: unchanged while the address stays the same. */
  apiKey?: string | null | undefined;
  sendsChats: boolean;
  /** Omitted: unchanged. */
  creditsPerPerson?: number | null | undefined;
}

/**
 * Sets a workspace's model; a test finds out what it can do. Only an owner may allow it to receive chats.
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const saveModel: Action<EndpointInput, null, ActionDeps & Pick<Platform, 'secret'>> = (
  { db, secret },
  actor,
  given,
) =>
  db.transaction(async (tx) => {
    authorize(lockRefusal(actor));
    const before = await findSettings(tx, actor.workspaceId);
    const { baseUrl, model, sendsChats } = given;
    // An owner's consent is for the address they saw: nobody else can redirect chats to another.
    const isAllowed = before?.sendsChats === true && before.baseUrl === baseUrl;
    if (sendsChats && !isAllowed && actor.workspaceRole !== 'owner')
      throw new Refusal('FORBIDDEN', undefined, text('ownersChooseModels'));
    if ((baseUrl === null) !== (model === null)) throw invalid([faultAt('model', 'bothOfModel')]);
    const storedKey = baseUrl === null ? null : (before?.apiKey ?? null);
    // A key is only for the address it was given for: nobody can redirect it to theirs.
    if (given.apiKey === undefined && storedKey !== null && before?.baseUrl !== baseUrl)
      throw invalid([faultAt('apiKey', 'keyOfAddress')]);
    const apiKey =
      given.apiKey === undefined
        ? storedKey
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
    // With another key, the same name may be another model.
    const toolless = given.apiKey === undefined ? (before?.toolless ?? null) : null;
    const row = { baseUrl, model, embeddingModel, apiKey, sendsChats, toolless, creditsPerPerson };
    await tx
      .insert(agentModels)
      .values({ workspaceId: actor.workspaceId, ...row })
      .onConflictDoUpdate({ target: agentModels.workspaceId, set: row });
    await scheduleVectors(tx, actor.workspaceId);
    await writeAudit(tx, actor, {
      action: 'agent.model',
      details: { baseUrl, model, embeddingModel, sendsChats, hasKey: apiKey !== null, creditsPerPerson },
    });
    return { result: null, events: [] };
  });

/** Tests the workspace's model; if it calls no tools, the planner answers. */
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
 * The reason why the model may not be used now, with the date of the next credits; null if it may. Each earlier pending
 * reply reserves a credit, so that concurrent conversations exceed a limit by at most the cost of one reply.
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
  const maxCredits = (await findSettings(db, workspaceId))?.creditsPerPerson ?? null;
  if (maxCredits === null || (await creditsSpentBy(db, workspaceId, userId)) + before.of(userId) < maxCredits)
    return null;
  return `You have spent the ${formatCount(maxCredits, 'credit')} that a person of this workspace may spend on the language model in a month; they ${renewing}`;
}

/** Records a turn's cost in the workspace's ledger. */
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
