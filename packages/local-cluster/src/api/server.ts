import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../clock.ts';
import { badRequest, forbidden, notFound, StatusError } from '../kubernetes/status-error.ts';
import type { MetricsSource } from '../metrics.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { table, tableRow } from '../tables/table.ts';
import { refuseSchemas, unsupportedError } from './absent.ts';
import { type AccessOptions, admit, allowOrigin, answerPreflight } from './access.ts';
import { hasDefaultAccess, parseAccessReview, review } from './access-review.ts';
import { attributesOf } from './attributes.ts';
import type { Authority } from './authority.ts';
import { createObject } from './create.ts';
import { deleteObject, deleteOptions } from './delete.ts';
import { coreVersions, groupList, resourceList, versionInfo } from './discovery.ts';
import { type Exchange, isTrue, mediaType, negotiate, PROTOBUF, readBody, sendError, sendJson } from './exchange.ts';
import { FaultSwitch } from './faults.ts';
import { answerList } from './list.ts';
import { answerMetrics } from './metrics.ts';
import { PATCH_TYPES, patchObject } from './patch.ts';
import { answerLog, type LogSource } from './pod-log.ts';
import { ACCESS_REVIEWS, apiVersionOf } from './resources.ts';
import { parseTarget, readAddress, type Target } from './target.ts';
import { answerWatch } from './watch.ts';

/** PEM texts for TLS. */
export interface ServerTls {
  key: string;
  cert: string;
  /** A caller with a certificate of this authority has all rights, as with the token. */
  clientCa?: string;
}

export interface ApiServerOptions extends AccessOptions {
  port: number;
  /** Default: plain HTTP. */
  tls?: ServerTls;
  /** Rules enforced instead of the default access (decision 051). */
  authority?: Authority;
  /** Whether calls can be made to fail. */
  hasFaultSwitch?: boolean;
  store: ObjectStore;
  clock: Clock;
  /** The node that new pods are assigned to. */
  nodeName: string;
  isNodeServed: (node: string) => boolean;
  log: LogSource;
  metrics: MetricsSource;
  bookmarkIntervalMs: number;
}

const HEALTH = ['/healthz', '/livez', '/readyz'];

/** The Kubernetes API on 127.0.0.1. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #server: Server;
  readonly #watches = new Set<() => void>();
  readonly #sockets = new Set<Socket>();
  readonly #faults: FaultSwitch | null;
  #port = 0;

  constructor(options: ApiServerOptions) {
    this.#options = options;
    const answer = (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response);
    this.#server = options.tls ? createTlsServer(tlsOptions(options.tls), answer) : createServer(answer);
    this.#faults = options.hasFaultSwitch ? new FaultSwitch(() => this.#server.closeAllConnections()) : null;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    // Watches and followed logs may be silent for a long time.
    this.#server.requestTimeout = 0;
    this.#server.keepAliveTimeout = 65_000;
  }

  /** @returns the base URL. @throws the listen error, such as EADDRINUSE */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#options.port, '127.0.0.1', resolve);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
    return `${this.#options.tls ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  async close(): Promise<void> {
    for (const end of this.#watches) end();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // Not `closeAllConnections`: it skips connections during their TLS handshake, and a watch then requested over one
    // would never end.
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      allowOrigin(request, response, this.#options);
      const admitted = admit(request, this.#port, this.#options);
      const caller = (request.socket as Partial<TLSSocket>).authorized ? 'owner' : admitted;
      if (request.method === 'OPTIONS') return answerPreflight(request, response);
      const { path, query } = readAddress(request.url ?? '/');
      if (await this.#faults?.control(request, response, path, caller === 'owner')) return;
      if (HEALTH.includes(path)) return void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
      if (path.startsWith('/openapi/')) return refuseSchemas(response);
      const absent = unsupportedError(path);
      if (absent) throw absent;
      const table = request.method === 'GET' && !path.endsWith('/log') ? negotiate(request, query) : null;
      await this.#route({ request, response, path, query, caller, table });
    } catch (error) {
      sendError(response, error);
    }
  }

  async #route(exchange: Exchange): Promise<void> {
    const { path, request, response } = exchange;
    if (request.method === 'GET') {
      const document = this.#discovery(path);
      if (document) return sendJson(response, 200, document);
    }
    const target = parseTarget(path);
    if (!target) throw new StatusError(404, 'NotFound', 'the server could not find the requested resource');
    const call = attributesOf(request.method, target, exchange.query);
    const { authority } = this.#options;
    if (target.resource === ACCESS_REVIEWS) return this.#review(exchange);
    if (authority) {
      authority.check(request, call);
      exchange.caller = 'owner';
    }
    if (await this.#faults?.apply(call, response)) return;
    if (target.resource.confidential && exchange.caller !== 'owner') throw noRight(target, 'read or change');
    switch (request.method) {
      case 'GET':
        return this.#read(exchange, target);
      case 'POST':
        return this.#create(exchange, target);
      case 'PATCH':
        return this.#patch(exchange, target);
      case 'DELETE':
        return this.#delete(exchange, target);
      default:
        throw methodNotAllowed(request.method);
    }
  }

  #discovery(path: string): unknown {
    if (path === '/version') return versionInfo();
    if (path === '/api') return coreVersions(`127.0.0.1:${this.#port}`);
    if (path === '/apis') return groupList();
    const groupVersion = /^\/apis?\/((?:[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    return groupVersion ? resourceList(groupVersion) : null;
  }

  async #review({ request, response, caller }: Exchange): Promise<void> {
    if (request.method !== 'POST') throw methodNotAllowed(request.method);
    const { authority } = this.#options;
    const attributes = parseAccessReview(await readBody(request, ['application/json', PROTOBUF]));
    const status = review(attributes, (call) => authority?.allows(request, call) ?? hasDefaultAccess(caller, call));
    const { kind } = ACCESS_REVIEWS;
    const spec = { resourceAttributes: attributes };
    sendJson(response, 201, { kind, apiVersion: apiVersionOf(ACCESS_REVIEWS), metadata: {}, spec, status });
  }

  #read(exchange: Exchange, target: Target): Promise<void> | void {
    const { store, clock, bookmarkIntervalMs, log } = this.#options;
    const now = () => clock.now();
    if (target.resource.group === 'metrics.k8s.io') return answerMetrics(exchange, target, this.#options.metrics);
    if (target.subresource === 'log') return answerLog(exchange, target, store, log, now());
    if (target.name !== null) return this.#get(exchange, target);
    if (!isTrue(exchange.query, 'watch')) return answerList(exchange, target, store, now());
    const end = answerWatch(exchange, target, store, { now, bookmarkIntervalMs });
    this.#watches.add(end);
    exchange.response.once('close', () => this.#watches.delete(end));
  }

  #get({ response, table: asTable }: Exchange, target: Target): void {
    const { store, clock } = this.#options;
    const object = store.find(target.resource.name, target.namespace, target.name ?? '')?.toObject();
    if (!object) throw notFound(target.resource.name, target.name ?? '');
    if (asTable) {
      const { resourceVersion } = object.metadata;
      const row = tableRow(object, asTable.include, clock.now());
      sendJson(response, 200, table(target.resource.kind, { resourceVersion }, [row]));
    } else sendJson(response, 200, target.resource.present?.(object) ?? object);
  }

  async #create(exchange: Exchange, target: Target): Promise<void> {
    const { store, clock, nodeName } = this.#options;
    if (target.subresource === 'eviction') return this.#evict(exchange, target);
    if (target.name !== null || !target.resource.verbs.includes('create')) throw methodNotAllowed('POST');
    if (exchange.caller !== 'owner') throw noRight(target, 'create');
    const body = await readBody(exchange.request);
    const isDry = exchange.query.has('dryRun');
    sendJson(exchange.response, 201, createObject(body, target, store, nodeName, clock.now(), isDry));
  }

  /** No disruption budgets exist here, so an eviction is an ordinary deletion. */
  async #evict({ request, response, query }: Exchange, target: Target): Promise<void> {
    const { store, clock, isNodeServed } = this.#options;
    const body = (await readBody(request)) as { kind?: unknown; deleteOptions?: unknown } | undefined;
    if (body?.kind !== undefined && body.kind !== 'Eviction') throw badRequest('the body must be an Eviction');
    deleteObject(target, deleteOptions(body?.deleteOptions, query), store, isNodeServed, clock.now());
    sendJson(response, 201, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
  }

  async #patch({ request, response, query, caller }: Exchange, target: Target): Promise<void> {
    if (target.name === null || target.subresource !== null || !target.resource.verbs.includes('patch')) {
      throw methodNotAllowed('PATCH');
    }
    const body = await readBody(request, PATCH_TYPES);
    const patch = { type: mediaType(request), body };
    sendJson(response, 200, patchObject(target, patch, caller, this.#options.store, query.has('dryRun')));
  }

  async #delete(exchange: Exchange, target: Target): Promise<void> {
    const { store, clock, isNodeServed } = this.#options;
    if (target.name === null || target.subresource !== null || !target.resource.verbs.includes('delete')) {
      throw methodNotAllowed('DELETE');
    }
    const options = deleteOptions(await readBody(exchange.request), exchange.query);
    sendJson(exchange.response, 200, deleteObject(target, options, store, isNodeServed, clock.now()));
  }
}

function tlsOptions({ key, cert, clientCa }: ServerTls) {
  // A caller without a certificate is allowed too: with its token, or as any program on this machine.
  return { key, cert, ...(clientCa && { ca: clientCa, requestCert: true, rejectUnauthorized: false }) };
}

function noRight({ resource }: Target, verb: string): StatusError {
  return forbidden(`only the holder of the cluster's token may ${verb} ${resource.name}`);
}

function methodNotAllowed(method: string | undefined): StatusError {
  return new StatusError(405, 'MethodNotAllowed', `the server does not allow ${method} here`);
}
