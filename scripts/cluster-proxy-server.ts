import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ClusterConnection } from '../apps/server/src/platform/kubernetes/connection.ts';
import { KubernetesError } from '../apps/server/src/platform/kubernetes/kubernetes-error.ts';
import { send } from '../apps/server/src/platform/kubernetes/request.ts';
import { evaluate, type ProxyRules } from './cluster-proxy-rules.ts';

const MAX_BODY_BYTES = 16 * 1024;
/**
 * Timeout of followed logs: an API server may send nothing, not even the response headers, until the container writes
 * something.
 */
const SILENT_LOG_TIMEOUT_MS = 15 * 60_000;

/**
 * Creates the proxy without starting it. It forwards none of the caller's headers; the cluster sees the operator's own
 * credentials.
 */
export function createClusterProxy(
  connection: ClusterConnection,
  rules: ProxyRules,
  audit: (line: string) => void,
): Server {
  return createServer((request, response) => {
    answer(connection, rules, audit, request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy();
      const status = error instanceof KubernetesError && error.code >= 400 ? error.code : 502;
      sendStatus(response, status, error instanceof Error ? error.message : String(error));
    });
  });
}

async function answer(
  connection: ClusterConnection,
  rules: ProxyRules,
  audit: (line: string) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? '';
  const decision = evaluate(method, request.url ?? '', request.headers, rules);
  response.setHeader('vary', 'Origin');
  response.setHeader('x-content-type-options', 'nosniff');
  const { origin } = request.headers;
  if (origin !== undefined && rules.allowedOrigins.includes(origin)) {
    response.setHeader('access-control-allow-origin', origin);
  }
  if (decision.kind === 'refuse') return sendStatus(response, decision.status, decision.reason);
  if (decision.kind === 'preflight') {
    response.setHeader('access-control-allow-methods', 'GET, DELETE');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-max-age', '600');
    response.writeHead(204).end();
    return;
  }
  const body = method === 'DELETE' ? await readBody(request) : undefined;
  if (method === 'DELETE') audit(`${new Date().toISOString()} DELETE ${decision.path} from ${origin}`);
  const ended = new AbortController();
  response.on('close', () => ended.abort());
  const upstream = await send(connection, {
    method: method as 'GET' | 'DELETE',
    path: decision.path,
    query: decision.query,
    ...(body === undefined ? {} : { body }),
    signal: ended.signal,
    ...(decision.query.follow === 'true' && { timeoutMs: SILENT_LOG_TIMEOUT_MS }),
  });
  response.writeHead(upstream.statusCode ?? 502, {
    'content-type': upstream.headers['content-type'] ?? 'application/octet-stream',
  });
  response.flushHeaders();
  upstream.on('error', () => response.destroy());
  upstream.pipe(response);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BODY_BYTES) throw new KubernetesError(413, 'TooLarge', 'the body is too large');
  }
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new KubernetesError(400, 'BadRequest', 'the body is not JSON');
  }
}

function sendStatus(response: ServerResponse, code: number, message: string): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code };
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(status));
}
