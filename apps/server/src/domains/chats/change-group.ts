import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { ChangedGroup, GroupChange } from '@switchyard/contracts/engine/commands';
import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { chatFacts } from '../engines/chat-facts.schema.ts';
import { commandEngine, findEngine } from '../engines/index.ts';
import { chatsStale } from './chats.events.ts';
import { actRefusal } from './chats.policy.ts';
import { requireVisible } from './sight.ts';

/** WhatsApp is asked for every member. */
const WAIT_MS = 20_000;

type Deps = ActionDeps & { broker: Broker };

/** Engine responses are validated like any external input. */
const groupAnswer = z.object({
  chat: z.string().refine(isGroupId),
  inviteCode: z.string().max(128).optional(),
});

/**
 * Makes an engine create, change or leave a group, or read its invitation.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `DRIVER_CANNOT`, `ENGINE_AWAY`, `ENGINE_REFUSED` with WhatsApp's message
 */
export const changeGroup: Action<{ id: string; change: GroupChange }, ChangedGroup, Deps> = async (
  deps,
  actor,
  { id: engineId, change },
) => {
  const { db } = deps;
  const engine = await findEngine(db, { engineId, workspaceId: actor.workspaceId });
  if (!engine) throw new Refusal('NOT_FOUND');
  authorize(actRefusal(actor));
  if (change.kind !== 'create') {
    if (!isGroupId(change.chat)) throw new Refusal('NOT_FOUND');
    await requireVisible(db, actor, engineId, change.chat);
  }
  if (!driverFacts(engine.driver).groupChanges) throw new Refusal('DRIVER_CANNOT', { act: 'groups' });
  const options = { timeoutMs: WAIT_MS, may: actRefusal, isRead: true };
  const { data } = await commandEngine(deps, actor, engineId, { name: 'change-group', change }, options);
  const parsed = groupAnswer.safeParse(data);
  if (!parsed.success) throw new Refusal('ENGINE_REFUSED');
  const { chat, inviteCode } = parsed.data;
  await db.transaction(async (tx) => {
    await writeAudit(tx, actor, { action: `chat.group-${change.kind}`, subject: engineId, details: { chat } });
    const known = factsAfter(change);
    if (!known) return;
    await tx
      .insert(chatFacts)
      .values({ engineId, chat, ...known })
      .onConflictDoUpdate({ target: [chatFacts.engineId, chatFacts.chat], set: { ...known, updatedAt: sql`now()` } });
  });
  const events = [chatsStale(actor.workspaceId, engineId)];
  return { result: { chat, ...(inviteCode === undefined ? {} : { inviteCode }) }, events };
};

/** Facts that follow from the change itself; the engine reports the rest. */
function factsAfter(change: GroupChange) {
  if (change.kind === 'create') return { subject: change.subject, mayWrite: true, isLeft: false };
  if (change.kind === 'leave') return { mayWrite: false, isLeft: true };
  return change.kind === 'settings' && change.subject !== undefined ? { subject: change.subject } : null;
}

/** Ids of the groups shared by an engine's account and a person. @throws Refusal like {@link changeGroup} */
export const requestCommonGroups: Action<{ id: string; number: string }, string[], Deps> = async (
  deps,
  actor,
  { id: engineId, number },
) => {
  const engine = await findEngine(deps.db, { engineId, workspaceId: actor.workspaceId });
  if (!engine) throw new Refusal('NOT_FOUND');
  if (!driverFacts(engine.driver).groupChanges) throw new Refusal('DRIVER_CANNOT', { act: 'groups' });
  const request = { name: 'common-groups' as const, number };
  const { data } = await commandEngine(deps, actor, engineId, request, { may: () => null, isRead: true });
  const parsed = z.array(z.string().refine(isGroupId)).max(1_000).safeParse(data.chats);
  if (!parsed.success) throw new Refusal('ENGINE_REFUSED');
  return { result: parsed.data, events: [] };
};
