import { randomUUID } from 'node:crypto';
import type { EngineCommand, EngineReply } from '@switchyard/contracts/engine/commands';
import { topics } from '@switchyard/contracts/live/topics';
import type { Text } from '@switchyard/contracts/text/registry';
import { engineText } from '@switchyard/contracts/text/schema';
import type { Broker } from '../../platform/mqtt/broker.ts';

/** What an engine answered; `away` if nothing in time. */
export type CommandAnswer =
  | { kind: 'done'; data: Record<string, unknown> }
  | { kind: 'refused'; reason: Text }
  | { kind: 'away' };

type Without<Command> = Command extends { id: string } ? Omit<Command, 'id'> : never;
/** A command without its id, which is generated here. */
export type EngineRequest = Without<EngineCommand>;

type PendingReplies = Map<string, (reply: EngineReply) => void>;

/** Pending requests by engine and command, per server of this process; tests run several. */
const waitingByBroker = new WeakMap<Broker, PendingReplies>();

/**
 * Subscribes to the engines' replies. Without it, every command of this server ends as `away`. @returns a function that
 * unsubscribes
 */
export function followReplies(broker: Broker): () => void {
  const waiting: PendingReplies = new Map();
  waitingByBroker.set(broker, waiting);
  return broker.subscribe(topics.everyEngineReply, (topic, payload) => {
    const reply = parse(payload);
    if (reply) waiting.get(`${topic.split('/')[1]}/${reply.id}`)?.(reply);
  });
}

/** Sends a request to a running engine over MQTT. Never rejects: an unreachable engine or broker is also an answer. */
export function requestFromEngine(
  broker: Broker,
  engineId: string,
  request: EngineRequest,
  timeoutMs: number,
  id: string = randomUUID(),
): Promise<CommandAnswer> {
  const waiting = waitingByBroker.get(broker);
  if (!waiting) return Promise.resolve({ kind: 'away' });
  const key = `${engineId}/${id}`;
  return new Promise((resolve) => {
    const settle = (answer: CommandAnswer) => {
      clearTimeout(timer);
      waiting.delete(key);
      resolve(answer);
    };
    const timer = setTimeout(() => settle({ kind: 'away' }), timeoutMs);
    waiting.set(key, (reply) =>
      settle(reply.ok ? { kind: 'done', data: reply.data } : { kind: 'refused', reason: reply.error }),
    );
    broker.publish(topics.engineCommand(engineId), JSON.stringify({ ...request, id }), { qos: 1 });
  });
}

/**
 * Tells a running engine to check its inbox and settings. Not awaited: if the message is lost, the engine's next poll
 * finds them.
 */
export function sendRefresh(broker: Broker, engineId: string): void {
  const command: EngineCommand = { id: randomUUID(), name: 'look' };
  broker.publish(topics.engineCommand(engineId), JSON.stringify(command));
}

function parse(payload: string): EngineReply | null {
  try {
    const reply = JSON.parse(payload) as Partial<EngineReply> | null;
    if (typeof reply?.id !== 'string') return null;
    if (reply.ok === true) return { id: reply.id, ok: true, data: reply.data ?? {} };
    const { data: error = 'it gave no reason' } = engineText.safeParse('error' in reply ? reply.error : undefined);
    return { id: reply.id, ok: false, error };
  } catch {
    return null;
  }
}
