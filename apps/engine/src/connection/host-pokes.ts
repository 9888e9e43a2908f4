import { topics } from '@switchyard/contracts/live/topics';
import mqtt from 'mqtt';

const RECONNECT_MS = 2_000;

export interface HostPokesOptions {
  url: string;
  podName: string;
  /** The host's token. */
  token: string;
  /** The list may have changed; also told after each connection, since pokes may have been missed. */
  onPoke(): void;
}

/**
 * Hears over MQTT that the host's list has changed. While the broker is away the host asks by itself.
 * @returns ends it
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
  // Told by the engines' own connections; unheard it would end the process.
  client.on('error', () => undefined);
  return () => client.endAsync(true).catch(() => undefined);
}
