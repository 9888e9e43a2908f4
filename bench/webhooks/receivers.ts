import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response time of a slow receiver; shorter than an attempt's timeout. */
const SLOW_MS = 6_000;

/** What the receivers got. A body's `data` has its subject and its place among all events. */
export interface ReceivedEvents {
  /** From occurrence to arrival, for each first arrival. */
  latenessMs: number[];
  /** First arrivals after a later event of the same subject. */
  outOfOrder: number;
  /** Repeated arrivals of an event at the same receiver. */
  repeated: number;
  /** Places that have arrived, by receiver. */
  arrived: Map<string, Set<number>>;
}

/**
 * Receivers on one port: `/healthy/N` responds at once, `/slow/N` after seconds, `/silent/N` never. For dead ones use a
 * port with no listener.
 */
export async function startReceivers() {
  let received = noEvents();
  const latest = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (path.startsWith('/silent')) return;
      if (path.startsWith('/slow')) return void setTimeout(() => response.end(), SLOW_MS);
      const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as {
        created_at: string;
        data: { subject: number; place: number };
      };
      record(path, body.data, Date.now() - Date.parse(body.created_at));
      response.end();
    });
  });
  function record(path: string, { subject, place }: { subject: number; place: number }, lateMs: number) {
    const arrived = received.arrived.get(path) ?? new Set();
    received.arrived.set(path, arrived);
    if (arrived.has(place)) received.repeated += 1;
    else {
      received.latenessMs.push(lateMs);
      const last = latest.get(`${path} ${subject}`) ?? -1;
      if (place < last) received.outOfOrder += 1;
      latest.set(`${path} ${subject}`, Math.max(last, place));
      arrived.add(place);
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    /** Discards the received events. @param isNewRun whether places start over */
    reset(isNewRun = false) {
      received = noEvents();
      if (isNewRun) latest.clear();
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const noEvents = (): ReceivedEvents => ({ latenessMs: [], outOfOrder: 0, repeated: 0, arrived: new Map() });
