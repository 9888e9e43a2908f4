import { setTimeout as delay } from 'node:timers/promises';
import { topics } from '@switchyard/contracts/live/topics';
import { connect } from 'mqtt';
import type { Log } from '../logging/log.ts';
import type { Broker } from './broker.ts';
import { BusInterests, fromBus, presenceOnBus } from './bus-interests.ts';
import { subscribeLocally } from './embedded-broker.ts';
import type { MqttListener } from './listener.ts';
import { covers } from './rights.ts';

const RECONNECT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** Maximum time a client waits for the broker to confirm a subscription. */
const CONFIRM_MS = 2_000;

/**
 * Connects several servers through one external broker. Engines and browsers still connect to our own listener, which
 * knows their rights; the external broker is the bus behind it and needs only the account in MQTT_URL. Messages from
 * clients and from the server go to the bus, and messages from the bus go to a server's clients. A server subscribes to
 * the same topics as its clients, to engine presence in the workspaces that its browsers watch, and to the replies to
 * its own commands.
 */
export function externalBus(url: string, listener: MqttListener, engineUrl: string, log: Log): Broker {
  const { aedes } = listener;
  const bus = connect(url, { protocolVersion: 5, reconnectPeriod: RECONNECT_MS, queueQoSZero: false });
  bus.on('error', (error) => log.warn({ reason: error.message }, 'MQTT broker'));
  bus.on('close', () => log.debug('the MQTT broker is unavailable'));
  const publishLocally = (topic: string, payload: string | Buffer, qos: 0 | 1 | 2, retain: boolean) =>
    aedes.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, () => undefined);
  /** Bus topics of engines elsewhere whose presence has been received. */
  const remotePresences = new Set<string>();
  const interests = new BusInterests({
    async subscribe(filters) {
      // No-local: our own messages do not come back. Retain-as-published: a retained presence arrives marked as
      // retained.
      const confirmed = bus.subscribeAsync(filters, { qos: 1, nl: true, rap: true }).catch((error: Error) => {
        log.warn({ reason: error.message }, 'the MQTT broker refuses a subscription');
      });
      await Promise.race([confirmed, delay(CONFIRM_MS, undefined, { ref: false })]);
    },
    unsubscribe(filters) {
      bus.unsubscribe(filters);
      // Presence that is no longer followed is unknown, not in its last state.
      for (const topic of remotePresences) {
        if (!filters.some((filter) => covers(filter, topic))) continue;
        remotePresences.delete(topic);
        publishLocally(fromBus(topic), '', 0, true);
      }
    },
  });
  listener.beforeSubscribed = async (topic) => {
    if (bus.connected) await interests.expect(topic);
  };
  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic } of subscriptions) interests.hold(topic, client);
  });
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) interests.release(filter, client);
  });
  bus.on('message', (topic, payload, packet) => {
    const localTopic = fromBus(topic);
    if (localTopic !== topic) remotePresences.add(topic);
    publishLocally(localTopic, payload, packet.qos, packet.retain);
  });
  aedes.on('publish', (packet, client) => {
    // Without a client, the packet came from the bus or is the listener's own notice.
    if (!client) return;
    const workspaceId = covers(topics.everyEnginePresence, packet.topic) ? listener.workspaceOf(client) : null;
    const topic = workspaceId === null ? packet.topic : presenceOnBus(workspaceId, packet.topic);
    // The engine is connected here now, which supersedes its presence elsewhere.
    remotePresences.delete(topic);
    bus.publish(topic, packet.payload, { qos: packet.qos, retain: packet.retain });
  });
  return {
    engineUrl,
    connected: () => bus.connected,
    publish(topic, payload, { retain = false, qos = 0 } = {}) {
      publishLocally(topic, payload, qos, retain);
      // Best effort: not queued while the broker is unavailable.
      if (!bus.connected) return;
      const commandedEngine = /^engine\/([^/]+)\/command$/.exec(topic)?.[1];
      if (commandedEngine !== undefined) void interests.expect(topics.engineReply(commandedEngine));
      bus.publish(topic, payload, { retain, qos });
    },
    subscribe(topic, listen) {
      const holder = {};
      // Subscriptions to all engines are limited to those that the server's browsers watch, and to replies it waits
      // for.
      const isForEveryEngine = topic === topics.everyEnginePresence || topic === topics.everyEngineReply;
      if (!isForEveryEngine) interests.hold(topic, holder);
      const end = subscribeLocally(aedes, topic, listen);
      return () => {
        end();
        interests.release(topic, holder);
      };
    },
    async close() {
      interests.close();
      await Promise.race([bus.endAsync(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await listener.close();
    },
  };
}
