import { randomUUID } from 'node:crypto';
import type { EngineCommand, EngineReply } from '@switchyard/contracts/engine/commands';
import { topics } from '@switchyard/contracts/live/topics';
import type { Text } from '@switchyard/contracts/text/registry';
import { engineText } from '@switchyard/contracts/text/schema';
import type { Broker } from '../../platform/mqtt/broker.ts';

/** What an engine answered; `away`: nothing, in time. */
export type CommandAnswer =
  | { kind: 'done'; data: Record<string, unknown> }
  | { kind: 'refused'; reason: Text }
  | { kind: 'away' };

type Without<Command> = Command extends { id: string } ? Omit<Command, 'id'> : never;
/** A command, as asked; its id is made here. */
export type EngineRequest = Without<EngineCommand>;

type Waiting = Map<string, (reply: EngineReply) => void>;

/** Who waits for a reply, by engine and command, for each running server of this process; tests run several. */
const desks = new WeakMap<Broker, Waiting>();

/** Hears the replies of engines. Without it every command of this server ends as `away`. @returns how to stop. */
export function followReplies(broker: Broker): () => void {
  const waiting: Waiting = new Map();
  desks.set(broker, waiting);
  return broker.subscribe(topics.everyEngineReply, (topic, payload) => {
    const reply = parse(payload);
    if (reply) waiting.get(`${topic.split('/')[1]}/${reply.id}`)?.(reply);
  });
}

/** Asks a running engine over MQTT. Never rejects: an engine that is away, or a broker that is, is an answer too. */
export function requestFromEngine(
  broker: Broker,
  engineId: string,
  request: EngineRequest,
  timeoutMs: number,
  id: string = randomUUID(),
): Promise<CommandAnswer> {
  const waiting = desks.get(broker);
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
 * Has a running engine look into its inbox and at its settings. Nobody waits for it: an engine that does not hear it
 * looks by itself soon.
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
