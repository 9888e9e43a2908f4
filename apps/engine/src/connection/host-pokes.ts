import { topics } from '@switchyard/contracts/live/topics';
import mqtt from 'mqtt';

const RECONNECT_MS = 2_000;

export interface HostPokesOptions {
  url: string;
  podName: string;
  /** The host's token. */
  token: string;
  /** The list may have changed. Also called after each connection, because pokes may have been missed. */
  onPoke(): void;
}

/**
 * Subscribes to changes of the host's list over MQTT. While the broker is unavailable, the host relies on polling.
 * @returns a function that ends the subscription
 */
export function followHostPokes({ url, podName, token, onPoke }: HostPokesOptions): () => Promise<void> {
  const client = mqtt.connect(url, {
    clientId: `host-${podName}`,
    username: podName,
    password: token,
    reconnectPeriod: RECONNECT_MS + Math.random() * RECONNECT_MS,
    connectTimeout: 10_000,
    keepalive: 60,
    writeCache: false,
  });
  client.on('connect', () => client.subscribe(topics.hostPoke(podName), () => onPoke()));
  client.on('message', onPoke);
  // The engines' own connections log the problem; without a listener the event would end the process.
  client.on('error', () => undefined);
  return () => client.endAsync(true).catch(() => undefined);
}
