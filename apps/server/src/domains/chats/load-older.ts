import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { commandEngine, findEngine } from '../engines/index.ts';
import { chatsStale } from './chats.events.ts';
import { actRefusal } from './chats.policy.ts';
import { oldestMessage } from './find-act-message.ts';
import { requireVisible } from './sight.ts';

/** Messages requested from the phone at once. */
const MESSAGES_PER_REQUEST = 50;
/** The phone may be slow or offline. */
const WAIT_MS = 20_000;

/**
 * Makes the phone send messages older than those stored; they are stored like any incoming ones.
 * @returns how many arrived; null if they will arrive later
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `DRIVER_CANNOT`, `ENGINE_AWAY`, `ENGINE_REFUSED`
 */
export const loadOlder: Action<
  { id: string; chat: string },
  { count: number | null },
  ActionDeps & { broker: Broker }
> = async (deps, actor, { id: engineId, ...of }) => {
  const { db } = deps;
  const chat = of.chat.replaceAll('\0', '');
  const engine = await findEngine(db, { engineId, workspaceId: actor.workspaceId });
  if (!engine) throw new Refusal('NOT_FOUND');
  authorize(actRefusal(actor));
  await requireVisible(db, actor, engineId, chat);
  if (!driverFacts(engine.driver).olderMessages) throw new Refusal('DRIVER_CANNOT', { act: 'older-messages' });
  const before = await oldestMessage(db, { engineId, chat });
  const request = { name: 'older-messages' as const, chat, before, count: MESSAGES_PER_REQUEST };
  const { data } = await commandEngine(deps, actor, engineId, request, {
    timeoutMs: WAIT_MS,
    may: actRefusal,
    isRead: true,
  });
  const count = typeof data.count === 'number' ? data.count : null;
  return { result: { count }, events: [chatsStale(actor.workspaceId, engineId)] };
};
