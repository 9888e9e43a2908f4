import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { badRequest, forbidden, StatusError } from '../kubernetes/status-error.ts';
import type { Attributes } from './attributes.ts';
import { drained, readBody, sendJson } from './exchange.ts';

/**
 * A failure injected into matching calls, as real clusters fail. The first matching fault decides; a fault without an
 * effect only counts.
 */
export interface Fault {
  /** Default: every verb. */
  verbs?: readonly string[];
  /** `pods`, `pods/log`, `nodes.metrics.k8s.io` …; default: everything. */
  resources?: readonly string[];
  /** Number of calls affected; default: all, until the fault is removed. */
  times?: number;
  /** Delay before anything else. */
  delayMs?: number;
  /** Responds with this Status instead. */
  status?: { code: number; reason?: string; message?: string; retryAfterSeconds?: number };
  /** Responds with 200 and this body instead. */
  body?: unknown;
  /** Responds with 200 and, inside the stream, an ERROR event saying that the version has expired. */
  expiredInStream?: boolean;
  /** Breaks the connection after this many bytes of the response. */
  cutAfterBytes?: number;
  /** Generates a log of this many bytes for any request: lines, noise, or one endless line. */
  log?: { kind: 'lines' | 'binary' | 'one-line'; bytes: number /** How much was sent so far. */; sent?: number };
}

const PATH = '/faults';
const PIECE_BYTES = 64 * 1024;

/**
 * The fault switch, for tests and demonstrations, never in the server's own cluster. Its endpoint takes `GET`, `PUT`
 * (the list), `DELETE` and `POST` (cut all connections).
 */
export class FaultSwitch {
  #faults: Fault[] = [];
  readonly #cut: () => void;

  /** @param cut breaks every open connection */
  constructor(cut: () => void) {
    this.#cut = cut;
  }

  /** Handles a call to the switch itself. @returns whether it was one */
  async control(request: IncomingMessage, response: ServerResponse, path: string, isOwner: boolean): Promise<boolean> {
    if (path !== PATH) return false;
    if (!isOwner) throw forbidden("only the holder of the cluster's token may change its faults");
    if (request.method === 'PUT') {
      const body = await readBody(request);
      if (!Array.isArray(body)) throw badRequest('the faults must be a list');
      this.#faults = body as Fault[];
    } else if (request.method === 'DELETE') this.#faults = [];
    // The response to this call goes out first.
    else if (request.method === 'POST') response.once('finish', this.#cut);
    sendJson(response, 200, this.#faults);
    return true;
  }

  /**
   * Applies the first matching fault to a call.
   * @returns whether the call has been answered
   * @throws StatusError
   */
  async apply(call: Attributes, response: ServerResponse): Promise<boolean> {
    const fault = this.#faults.find((fault) => fits(fault, call));
    if (!fault) return false;
    if (fault.times !== undefined) fault.times -= 1;
    if (fault.delayMs) await delay(fault.delayMs);
    if (fault.cutAfterBytes !== undefined) cutAfter(response, fault.cutAfterBytes);
    if (fault.status) throw refusal(fault.status, response);
    if (fault.expiredInStream) {
      const { body } = new StatusError(410, 'Expired', 'too old resource version: 1 (2)');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`${JSON.stringify({ type: 'ERROR', object: body })}\n`);
    } else if (fault.body !== undefined) sendJson(response, 200, fault.body);
    else if (fault.log) await writeLog(response, fault.log);
    else return false;
    return true;
  }
}

function fits({ verbs, resources, times }: Fault, call: Attributes): boolean {
  if (times !== undefined && times <= 0) return false;
  const name = `${call.resource}${call.subresource ? `/${call.subresource}` : ''}${call.group ? `.${call.group}` : ''}`;
  return (verbs?.includes(call.verb) ?? true) && (resources?.includes(name) ?? true);
}

function refusal(status: NonNullable<Fault['status']>, response: ServerResponse): StatusError {
  if (status.retryAfterSeconds !== undefined) response.setHeader('retry-after', String(status.retryAfterSeconds));
  return new StatusError(status.code, status.reason ?? 'Unknown', status.message ?? 'made to fail');
}

function cutAfter(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let left = bytes;
  response.write = ((chunk: string | Buffer) => {
    const whole = Buffer.from(chunk);
    const passed = write(whole.subarray(0, Math.max(0, left)));
    left -= whole.length;
    // After the allowed bytes are sent; the response never ends.
    if (left <= 0) {
      response.end = () => response;
      setImmediate(() => response.destroy());
    }
    return passed;
  }) as typeof response.write;
  response.end = ((last?: string | Buffer) => {
    if (last !== undefined) response.write(last);
    return left > 0 ? end() : response;
  }) as typeof response.end;
}

async function writeLog(response: ServerResponse, log: NonNullable<Fault['log']>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/plain' });
  for (log.sent = 0; log.sent < log.bytes && !response.destroyed; log.sent += PIECE_BYTES) {
    if (!response.write(logPiece(log.kind, log.sent))) await drained(response);
  }
  response.end();
}

/**
 * A piece of a generated log, always the same at the same position. Its times follow from the position, so that lines
 * are ordered.
 */
function logPiece(kind: NonNullable<Fault['log']>['kind'], at: number): Buffer {
  const piece = Buffer.alloc(PIECE_BYTES, 'x');
  if (kind === 'one-line') return piece;
  if (kind === 'binary') {
    for (let index = 0; index < piece.length; index += 1) piece[index] = (at + index * 31) % 256;
    return piece;
  }
  const lineBytes = 1024;
  for (let from = 0; from < piece.length; from += lineBytes) {
    const time = new Date(Date.UTC(2026, 0, 1) + (at + from) / lineBytes).toISOString().replace('Z', '000000Z');
    piece.write(`${time} line ${(at + from) / lineBytes} `, from);
    piece.write('\n', from + lineBytes - 1);
  }
  return piece;
}
