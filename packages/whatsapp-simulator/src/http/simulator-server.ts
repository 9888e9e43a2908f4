import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { createGraphFace, type GraphServer, readRegistration } from '../graph/graph-server.ts';
import type { NetworkScope } from '../network/network-scope.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import { serveMedia } from '../noise/media-server.ts';
import type { NoiseServer } from '../noise/noise-server.ts';
import { serveWhatsAppWeb } from '../page/whatsapp-web-page.ts';
import { serveEngineSocket } from '../websocket/engine-socket.ts';
import { playedNumber, serveAdminApi } from './admin-api.ts';
import { answer, RequestFault, readObject } from './requests.ts';

/** WebSocket paths: for the `simulator` driver, and for WhatsApp Web clients. */
export const ENGINE_PATH = '/simulator/engine';
export const NOISE_PATH = '/simulator/noise';
/** Longest frame taken from an engine: a file of the most that the server keeps, and some more. */
const MAX_FRAME_BYTES = 17 * 1024 * 1024;

/** The network's HTTP and WebSocket face, to be mounted in any Node HTTP server. */
export interface SimulatorServer {
  /**
   * @param sight what the caller may see and play; null or left out: everything.
   * @returns false when the path is not ours and nothing was answered.
   */
  request(request: IncomingMessage, response: ServerResponse, sight?: NetworkScope | null): Promise<boolean>;
  /** Takes a WebSocket upgrade. @returns false when the path is not ours; the socket is then untouched. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** The Cloud API: registering a business's number. */
  readonly graph: Pick<GraphServer, 'register'>;
  /** Breaks every engine's socket. */
  close(): void;
}

/** @param options `webhookRetryMs`: the first wait of the Cloud API's webhooks after a failure; default 1 s */
export function createSimulatorFace(
  network: SimulatedNetwork,
  { webhookRetryMs = 1_000 }: { webhookRetryMs?: number } = {},
): SimulatorServer {
  const graph = createGraphFace(network, { retryFirstMs: webhookRetryMs });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  let noiseFace: Promise<NoiseServer> | null = null;
  // Loaded when the first client comes: it costs 60 MB.
  const noise = () => {
    noiseFace ??= import('../noise/noise-server.ts').then(({ createNoiseFace }) => createNoiseFace(network));
    return noiseFace;
  };
  return {
    graph,
    async request(request, response, sight = null) {
      return (
        serveWhatsAppWeb(request, response) ||
        (await serveMedia(network, request, response)) ||
        (await graph.request(request, response)) ||
        (await registerNumber(graph, request, response, sight)) ||
        (await serveAdminApi(network, request, response, sight))
      );
    },
    upgrade(request, socket, head) {
      const { pathname } = new URL(request.url ?? '/', 'http://simulator');
      if (pathname === NOISE_PATH) {
        void noise().then((face) => face.upgrade(request, socket, head));
        return true;
      }
      if (pathname !== ENGINE_PATH) return false;
      sockets.handleUpgrade(request, socket, head, (opened) => serveEngineSocket(network, opened));
      return true;
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      void noiseFace?.then((face) => face.close());
      graph.close();
    },
  };
}

/**
 * `POST /simulator/accounts/NUMBER/cloud-api`: a business registers the number.
 * @returns false when the path is another
 */
async function registerNumber(
  graph: GraphServer,
  request: IncomingMessage,
  response: ServerResponse,
  sight: NetworkScope | null,
): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '/', 'http://simulator');
  const [, number] = /^\/simulator\/accounts\/([^/]+)\/cloud-api$/.exec(pathname) ?? [];
  if (number === undefined || request.method !== 'POST') return false;
  try {
    const account = playedNumber(decodeURIComponent(number), sight);
    answer(response, 200, await graph.register(account, readRegistration(await readObject(request))));
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    answer(response, error.status, { message: error.message });
  }
  return true;
}
