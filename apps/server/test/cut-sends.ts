import { connect } from 'node:net';
import { newId } from '../src/platform/database/columns.ts';
import type { SignedIn } from './join-workspace.ts';

interface Cut {
  /** Bytes of the request that are sent. */
  sent: number;
  /** Bytes of the response that arrive before the connection is cut; null cuts it as soon as the request is sent. */
  heard: number | null;
}

/** Sends a request over a connection that is cut halfway. */
function sendCut(url: string, request: Buffer, { sent, heard }: Cut): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = 0;
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.on('data', (piece) => {
      received += piece.length;
      if (heard !== null && received >= heard) socket.destroy();
    });
    socket.once('connect', () => {
      socket.write(request.subarray(0, sent), () => {
        if (heard === null || sent < request.length) socket.destroy();
      });
    });
  });
}

function planCut(length: number, random: () => number): Cut {
  const where = random();
  if (where < 1 / 3) return { sent: 1 + Math.floor(random() * (length - 1)), heard: null };
  if (where < 2 / 3) return { sent: length, heard: null };
  return { sent: length, heard: 1 + Math.floor(random() * 400) };
}

const AT_ONCE = 8;

/**
 * Creates messages like a browser whose connection is cut during every request: each is repeated with its key until it
 * succeeds. Texts differ.
 */
export async function sendThroughCuts(
  url: string,
  person: SignedIn,
  { engineId, count, random }: { engineId: string; count: number; random: () => number },
): Promise<void> {
  const sendOne = async (at: number) => {
    const message = {
      contactList: [{ mobile: `+4477009${String(10_000 + (at % 40)).padStart(5, '0')}` }],
      message: `Message ${at}`,
      engineId,
      idempotencyKey: newId(),
    };
    const body = JSON.stringify(message);
    const head = [
      'POST /api/messages HTTP/1.1',
      `host: ${new URL(url).host}`,
      `authorization: Bearer ${person.token}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
    await sendCut(url, request, planCut(request.length, random));
    await person.call('POST', '/api/messages', message);
  };
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => sendOne(from + at));
    await Promise.all(some);
  }
}
