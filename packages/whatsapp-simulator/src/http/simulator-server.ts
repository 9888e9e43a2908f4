import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { createGraphServer, type GraphServer, readRegistration } from '../graph/graph-server.ts';
import type { NetworkScope } from '../network/network-scope.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import { serveMedia } from '../noise/media-server.ts';
import type { NoiseServer } from '../noise/noise-server.ts';
import { serveWhatsAppWeb } from '../page/whatsapp-web-page.ts';
import { serveEngineSocket } from '../websocket/engine-socket.ts';
import { controlledNumber, serveAdminApi } from './admin-api.ts';
import { answer, RequestFault, readObject } from './requests.ts';

/** WebSocket paths of the `simulator` driver and of WhatsApp Web clients. */
export const ENGINE_PATH = '/simulator/engine';
export const NOISE_PATH = '/simulator/noise';
/** Maximum frame size from an engine: the largest file that the server stores, plus some overhead. */
const MAX_FRAME_BYTES = 17 * 1024 * 1024;

/** The network's HTTP and WebSocket interfaces, for mounting in any Node HTTP server. */
export interface SimulatorServer {
  /**
   * @param scope what the caller may see and control; everything by default
   * @returns false if the path is another one and nothing was answered
   */
  request(request: IncomingMessage, response: ServerResponse, scope?: NetworkScope | null): Promise<boolean>;
  /** Handles a WebSocket upgrade. @returns false if the path is another one; the socket is then untouched */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** The Cloud API: registers a business's number. */
  readonly graph: Pick<GraphServer, 'register'>;
  /** Breaks all connections of engines. */
  close(): void;
}

/** @param options `webhookRetryMs`: wait before the first retry of a Cloud API webhook; default 1 s */
export function createSimulatorServer(
  network: SimulatedNetwork,
  { webhookRetryMs = 1_000 }: { webhookRetryMs?: number } = {},
): SimulatorServer {
  const graph = createGraphServer(network, { retryFirstMs: webhookRetryMs });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  let noiseServer: Promise<NoiseServer> | null = null;
  // Loaded for the first client, because it costs 60 MB.
  const noise = () => {
    noiseServer ??= import('../noise/noise-server.ts').then(({ createNoiseServer }) => createNoiseServer(network));
    return noiseServer;
  };
  return {
    graph,
    async request(request, response, scope = null) {
      return (
        serveWhatsAppWeb(request, response) ||
        (await serveMedia(network, request, response)) ||
        (await graph.request(request, response)) ||
        (await registerNumber(graph, request, response, scope)) ||
        (await serveAdminApi(network, request, response, scope))
      );
    },
    upgrade(request, socket, head) {
      const { pathname } = new URL(request.url ?? '/', 'http://simulator');
      if (pathname === NOISE_PATH) {
        void noise().then((server) => server.upgrade(request, socket, head));
        return true;
      }
      if (pathname !== ENGINE_PATH) return false;
      sockets.handleUpgrade(request, socket, head, (opened) => serveEngineSocket(network, opened));
      return true;
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      void noiseServer?.then((server) => server.close());
      graph.close();
    },
  };
}

/**
 * `POST /simulator/accounts/NUMBER/cloud-api`: a business registers the number.
 * @returns false if the path is another one
 */
async function registerNumber(
  graph: GraphServer,
  request: IncomingMessage,
  response: ServerResponse,
  scope: NetworkScope | null,
): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '/', 'http://simulator');
  const [, number] = /^\/simulator\/accounts\/([^/]+)\/cloud-api$/.exec(pathname) ?? [];
  if (number === undefined || request.method !== 'POST') return false;
  try {
    const account = controlledNumber(decodeURIComponent(number), scope);
    answer(response, 200, await graph.register(account, readRegistration(await readObject(request))));
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    answer(response, error.status, { message: error.message });
  }
  return true;
}
