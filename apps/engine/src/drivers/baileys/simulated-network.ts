import { Agent } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';

/** A WhatsApp network other than the real one. */
export interface WhatsAppNetwork {
  /** Its WebSocket URL. */
  url: string;
  /** The root key of its certificates. */
  rootKey: Uint8Array;
  /** Agent for uploading files. */
  uploadAgent: Agent;
}

/**
 * Public key of the simulated network's certificate root (`noiseRoot` in packages/whatsapp-simulator; the driver's
 * tests fail if they differ).
 */
const ROOT_KEY = Buffer.from('82022b78bfa9af475f421b711ec4cca59bf0c043cc320f7bbfbd3f9ddb56ea2c', 'hex');

/** The simulated network at a base URL, as options of the driver. */
export const simulatedNetwork = (simulatorUrl: string): WhatsAppNetwork => ({
  url: noiseUrl(simulatorUrl),
  rootKey: ROOT_KEY,
  uploadAgent: uploadAgent(simulatorUrl),
});

/** WebSocket URL of the simulated network's Noise server, from its base URL. */
function noiseUrl(simulatorUrl: string): string {
  const url = new URL(simulatorUrl.replace(/^http/, 'ws'));
  url.pathname = `${url.pathname.replace(/\/(simulator\/?)?$/, '')}/simulator/noise`;
  return url.href;
}

/**
 * Redirects Baileys' uploads to the simulated network, whatever their host, over plain HTTP if the network is reached
 * that way. They never reach the real network.
 */
function uploadAgent(simulatorUrl: string): Agent {
  const { protocol, hostname, port } = new URL(simulatorUrl);
  return new NetworkAgent(
    protocol === 'https:'
      ? () => connectSecurely({ host: hostname, port: Number(port || 443), servername: hostname })
      : () => connect(Number(port || 80), hostname),
  );
}

class NetworkAgent extends Agent {
  readonly #connect: () => Duplex;

  constructor(connectToNetwork: () => Duplex) {
    super();
    this.#connect = connectToNetwork;
  }

  override createConnection(): Duplex {
    return this.#connect();
  }
}
