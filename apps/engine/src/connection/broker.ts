import { setTimeout as delay } from 'node:timers/promises';
import type { EngineCommand, EngineReply } from '@switchyard/contracts/engine/commands';
import { type EnginePresence, topics } from '@switchyard/contracts/live/topics';
import { textOf } from '@switchyard/contracts/text/registry';
import mqtt from 'mqtt';
import { type Log, reasonOf } from '../log.ts';

export interface BrokerOptions {
  url: string;
  engineId: string;
  token: string;
  instanceId: string;
  generation: number;
  log: Log;
  onPoke(): void;
  /** @returns the reply. A rejection is sent as an error with its message */
  onCommand(command: EngineCommand): Promise<Record<string, unknown>>;
  /** Default 30. */
  keepaliveSeconds?: number;
}

export interface BrokerConnection {
  connected(): boolean;
  /** Disconnects cleanly: sets the retained presence to offline. */
  close(): Promise<void>;
}

const RECONNECT_MS = 2_000;
const GOODBYE_TIMEOUT_MS = 1_000;

/**
 * Publishes presence with a last will, and receives pokes and commands. Best effort: while the broker is unavailable,
 * the lane relies on its fallback poll.
 */
export function connectToBroker(options: BrokerOptions): BrokerConnection {
  const { engineId, instanceId, generation, log } = options;
  const presence = (state: EnginePresence['state']) =>
    JSON.stringify({ state, instanceId, generation } satisfies EnginePresence);
  const presenceTopic = topics.enginePresence(engineId);
  const pokeTopic = topics.enginePoke(engineId);
  const commandTopic = topics.engineCommand(engineId);
  const client = mqtt.connect(options.url, {
    clientId: `engine-${engineId}-${instanceId.slice(0, 8)}`,
    username: engineId,
    password: options.token,
    will: { topic: presenceTopic, payload: presence('offline'), qos: 1, retain: true },
    reconnectPeriod: RECONNECT_MS + Math.random() * RECONNECT_MS,
    connectTimeout: 10_000,
    keepalive: options.keepaliveSeconds ?? 30,
    clean: true,
    // Otherwise the library caches all 65,536 two-byte numbers in advance: several megabytes, and tens of milliseconds.
    writeCache: false,
    queueQoSZero: false,
  });
  let lastLogged = '';
  const logChange = (state: string) => {
    if (lastLogged === state) return;
    lastLogged = state;
    log.info(state);
  };
  client.on('connect', () => {
    logChange('connected to the broker');
    client.subscribe([pokeTopic, commandTopic], { qos: 1 });
    client.publish(presenceTopic, presence('online'), { qos: 1, retain: true });
    // Pokes sent while disconnected are lost, and a server that was down is probably back.
    options.onPoke();
  });
  client.on('close', () => logChange('the broker is away'));
  client.on('error', (error) => log.debug('broker connection', { reason: reasonOf(error) }));
  client.on('message', (topic, payload) => {
    if (topic === pokeTopic) options.onPoke();
    else if (topic === commandTopic) void answer(payload.toString('utf8'));
  });

  async function answer(payload: string): Promise<void> {
    const command = parseCommand(payload);
    if (!command) {
      log.warn('unreadable command');
      return;
    }
    const reply: EngineReply = await options.onCommand(command).then(
      (data) => ({ id: command.id, ok: true, data }),
      (error: unknown) => ({ id: command.id, ok: false, error: textOf(error) }),
    );
    client.publish(topics.engineReply(engineId), JSON.stringify(reply));
  }

  return {
    connected: () => client.connected,
    async close() {
      if (client.connected) {
        const goodbye = client.publishAsync(presenceTopic, presence('offline'), { qos: 1, retain: true });
        await Promise.race([goodbye, delay(GOODBYE_TIMEOUT_MS, undefined, { ref: false })]).catch(() => undefined);
      }
      await client.endAsync(true).catch(() => undefined);
    },
  };
}

function parseCommand(payload: string): EngineCommand | null {
  try {
    const value = JSON.parse(payload) as Partial<EngineCommand> | null;
    return value && typeof value.id === 'string' && typeof value.name === 'string' ? (value as EngineCommand) : null;
  } catch {
    return null;
  }
}
