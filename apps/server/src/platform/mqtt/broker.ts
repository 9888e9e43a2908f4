/**
 * The server's own connection to the MQTT broker, embedded or external. Everything here is best effort: messages never
 * depend on it.
 */
export interface Broker {
  /**
   * URL that engines on this machine use, for example `mqtt://127.0.0.1:1883`. Engines elsewhere use `/mqtt` of the
   * public URL.
   */
  engineUrl: string;
  connected(): boolean;
  /** Sends and forgets; dropped while the broker is away. */
  publish(topic: string, payload: string, options?: { retain?: boolean; qos?: 0 | 1 }): void;
  /** @returns a function that ends the subscription. */
  subscribe(topic: string, listener: (topic: string, payload: string) => void): () => void;
  close(): Promise<void>;
}
