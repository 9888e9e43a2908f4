/** The server's own connection to the MQTT broker, embedded or external. Best effort only: no message depends on it. */
export interface Broker {
  /**
   * URL for engines on this machine, such as `mqtt://127.0.0.1:1883`. Engines elsewhere use `/mqtt` of the public URL.
   */
  engineUrl: string;
  connected(): boolean;
  /** Publishes without confirmation; dropped while the broker is unavailable. */
  publish(topic: string, payload: string, options?: { retain?: boolean; qos?: 0 | 1 }): void;
  /** @returns a function that ends the subscription */
  subscribe(topic: string, listener: (topic: string, payload: string) => void): () => void;
  close(): Promise<void>;
}
