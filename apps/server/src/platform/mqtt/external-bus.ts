import { setTimeout as delay } from 'node:timers/promises';
import { topics } from '@switchyard/contracts/live/topics';
import { connect } from 'mqtt';
import type { Log } from '../logging/log.ts';
import type { Broker } from './broker.ts';
import { subscribeLocally } from './embedded-broker.ts';
import type { MqttListener } from './listener.ts';

/** What is passed on between servers. Live updates only reach browsers, so nothing of theirs comes back from them. */
const FROM_BUS = ['engine/#', topics.hostPoke('+'), topics.workspaceLive('+'), topics.userLive('+')];
const RECONNECT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Several servers on one external broker. Engines and browsers still meet our own listener, where their rights are
 * known; the external broker is the bus behind it, and needs to know one account only: the one in MQTT_URL. What a
 * client publishes goes to the bus, what comes from the bus goes to the clients of every server, and what the server
 * itself says goes around the same way.
 */
export function externalBus(url: string, listener: MqttListener, engineUrl: string, log: Log): Broker {
  const { aedes } = listener;
  const bus = connect(url, { protocolVersion: 5, reconnectPeriod: RECONNECT_MS, queueQoSZero: false });
  bus.on('error', (error) => log.warn({ reason: error.message }, 'MQTT broker'));
  bus.on('close', () => log.debug('the MQTT broker is away'));
  // No-local: our own words do not come back. Retain-as-published: a presence that is to be kept arrives marked as
  // such.
  for (const topic of FROM_BUS) bus.subscribe(topic, { qos: 1, nl: true, rap: true });
  const tellOurs = (topic: string, payload: string | Buffer, qos: 0 | 1 | 2, retain: boolean) =>
    aedes.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, () => undefined);
  bus.on('message', (topic, payload, packet) => tellOurs(topic, payload, packet.qos, packet.retain));
  aedes.on('publish', (packet, client) => {
    // Without a client it came from the bus, or is the listener's own notice.
    if (client) bus.publish(packet.topic, packet.payload, { qos: packet.qos, retain: packet.retain });
  });
  return {
    engineUrl,
    connected: () => bus.connected,
    publish(topic, payload, { retain = false, qos = 0 } = {}) {
      tellOurs(topic, payload, qos, retain);
      // Best effort: not kept for later while the broker is away.
      if (bus.connected) bus.publish(topic, payload, { retain, qos });
    },
    subscribe: (topic, listen) => subscribeLocally(aedes, topic, listen),
    async close() {
      await Promise.race([bus.endAsync(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await listener.close();
    },
  };
}
