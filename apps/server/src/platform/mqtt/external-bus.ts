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
/** A client does not wait for longer until the broker has confirmed what it subscribes to. */
const CONFIRM_MS = 2_000;

/**
 * Several servers on one external broker. Engines and browsers still meet our own listener, where their rights are
 * known; the external broker is the bus behind it, and needs to know one account only: the one in MQTT_URL. What a
 * client publishes goes to the bus, what comes from the bus goes to the clients of a server, and what the server itself
 * says goes around the same way. A server subscribes to what its own clients do, to the engines' presence in workspaces
 * that its browsers watch, and to the replies to its own commands.
 */
export function externalBus(url: string, listener: MqttListener, engineUrl: string, log: Log): Broker {
  const { aedes } = listener;
  const bus = connect(url, { protocolVersion: 5, reconnectPeriod: RECONNECT_MS, queueQoSZero: false });
  bus.on('error', (error) => log.warn({ reason: error.message }, 'MQTT broker'));
  bus.on('close', () => log.debug('the MQTT broker is away'));
  const tellOurs = (topic: string, payload: string | Buffer, qos: 0 | 1 | 2, retain: boolean) =>
    aedes.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, () => undefined);
  /** Topics on the bus of engines elsewhere that were told to be present or not. */
  const heardOf = new Set<string>();
  const interests = new BusInterests({
    async subscribe(filters) {
      // No-local: our own words do not come back. Retain-as-published: a presence that is to be kept arrives marked as
      // such.
      const confirmed = bus.subscribeAsync(filters, { qos: 1, nl: true, rap: true }).catch((error: Error) => {
        log.warn({ reason: error.message }, 'the MQTT broker refuses a subscription');
      });
      await Promise.race([confirmed, delay(CONFIRM_MS, undefined, { ref: false })]);
    },
    unsubscribe(filters) {
      bus.unsubscribe(filters);
      // What is not followed any more is unknown, and not as it was last.
      for (const topic of heardOf) {
        if (!filters.some((filter) => covers(filter, topic))) continue;
        heardOf.delete(topic);
        tellOurs(fromBus(topic), '', 0, true);
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
    const ours = fromBus(topic);
    if (ours !== topic) heardOf.add(topic);
    tellOurs(ours, payload, packet.qos, packet.retain);
  });
  aedes.on('publish', (packet, client) => {
    // Without a client it came from the bus, or is the listener's own notice.
    if (!client) return;
    const workspaceId = covers(topics.everyEnginePresence, packet.topic) ? listener.workspaceOf(client) : null;
    const topic = workspaceId === null ? packet.topic : presenceOnBus(workspaceId, packet.topic);
    // Here the engine is now, and what we heard of it from elsewhere ends with that.
    heardOf.delete(topic);
    bus.publish(topic, packet.payload, { qos: packet.qos, retain: packet.retain });
  });
  return {
    engineUrl,
    connected: () => bus.connected,
    publish(topic, payload, { retain = false, qos = 0 } = {}) {
      tellOurs(topic, payload, qos, retain);
      // Best effort: not kept for later while the broker is away.
      if (!bus.connected) return;
      const commanded = /^engine\/([^/]+)\/command$/.exec(topic)?.[1];
      if (commanded !== undefined) void interests.expect(topics.engineReply(commanded));
      bus.publish(topic, payload, { retain, qos });
    },
    subscribe(topic, listen) {
      const holder = {};
      // Of every engine a server hears what its browsers watch, and the replies that it waits for.
      const isOfAll = topic === topics.everyEnginePresence || topic === topics.everyEngineReply;
      if (!isOfAll) interests.hold(topic, holder);
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
