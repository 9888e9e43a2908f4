import { randomUUID } from 'node:crypto';
import type { EngineCommand } from '@switchyard/contracts/engine/commands';
import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { topics } from '@switchyard/contracts/live/topics';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { findEngine } from '../engines/index.ts';
import { actRefusal } from './chats.policy.ts';
import { requireVisible } from './sight.ts';

/**
 * Shows the contact that the account is typing. Neither awaited nor stored: by the time of a retry it would be over.
 */
export const showTyping: Action<
  { id: string; chat: string; isTyping: boolean },
  null,
  ActionDeps & { broker: Broker }
> = async ({ db, broker }, actor, { id: engineId, chat, isTyping }) => {
  const engine = await findEngine(db, { engineId, workspaceId: actor.workspaceId });
  if (!engine) throw new Refusal('NOT_FOUND');
  authorize(actRefusal(actor));
  await requireVisible(db, actor, engineId, chat);
  if (!driverFacts(engine.driver).typing) throw new Refusal('DRIVER_CANNOT', { act: 'typing' });
  const command: EngineCommand = { id: randomUUID(), name: 'typing', chat, isTyping };
  broker.publish(topics.engineCommand(engineId), JSON.stringify(command));
  return { result: null, events: [] };
};
