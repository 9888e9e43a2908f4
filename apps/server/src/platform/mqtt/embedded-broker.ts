import type { Aedes } from 'aedes';
import type { Broker } from './broker.ts';
import type { MqttListener } from './listener.ts';

/** The broker of a single server, which publishes and subscribes directly through its own listener. */
export function embeddedBroker(listener: MqttListener, engineUrl: string): Broker {
  const { aedes } = listener;
  let open = true;
  return {
    engineUrl,
    connected: () => open,
    publish(topic, payload, options = {}) {
      if (!open) return;
      const { retain = false, qos = 0 } = options;
      aedes.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, () => undefined);
    },
    subscribe: (topic, listen) => subscribeLocally(aedes, topic, listen),
    async close() {
      open = false;
      await listener.close();
    },
  };
}

/** Receives what passes the listener, from clients or from the bus. @returns a function that ends the subscription */
export function subscribeLocally(
  aedes: Aedes,
  topic: string,
  listen: (topic: string, payload: string) => void,
): () => void {
  const deliver = (packet: { topic: string; payload: string | Buffer }, done: () => void) => {
    done();
    listen(packet.topic, packet.payload.toString());
  };
  aedes.subscribe(topic, deliver, () => undefined);
  return () => aedes.unsubscribe(topic, deliver, () => undefined);
}
