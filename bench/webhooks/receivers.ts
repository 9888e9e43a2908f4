import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long a slow receiver takes: less than a try may. */
const SLOW_MS = 6_000;

/** What the receivers have heard. A body's `data` carries its subject and its place among all events. */
export interface Heard {
  /** From when it happened to when it arrived, for each first arrival. */
  latenessMs: number[];
  /** First arrivals after a later event of their subject. */
  outOfOrder: number;
  /** The same event again at the same receiver. */
  repeated: number;
  /** Places that have arrived, by receiver. */
  arrived: Map<string, Set<number>>;
}

/**
 * Receivers on one port: `/healthy/N` answers at once, `/slow/N` after seconds, `/silent/N` never. A dead one is an
 * address where nobody listens.
 */
export async function startReceivers() {
  let heard = nothing();
  const latest = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (path.startsWith('/silent')) return;
      if (path.startsWith('/slow')) return void setTimeout(() => response.end(), SLOW_MS);
      const told = JSON.parse(Buffer.concat(pieces).toString('utf8')) as {
        created_at: string;
        data: { subject: number; place: number };
      };
      note(path, told.data, Date.now() - Date.parse(told.created_at));
      response.end();
    });
  });
  function note(path: string, { subject, place }: { subject: number; place: number }, lateMs: number) {
    const arrived = heard.arrived.get(path) ?? new Set();
    heard.arrived.set(path, arrived);
    if (arrived.has(place)) heard.repeated += 1;
    else {
      heard.latenessMs.push(lateMs);
      const known = latest.get(`${path} ${subject}`) ?? -1;
      if (place < known) heard.outOfOrder += 1;
      latest.set(`${path} ${subject}`, Math.max(known, place));
      arrived.add(place);
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => heard,
    /** Forgets what was heard. @param isNewRun places begin anew */
    reset(isNewRun = false) {
      heard = nothing();
      if (isNewRun) latest.clear();
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const nothing = (): Heard => ({ latenessMs: [], outOfOrder: 0, repeated: 0, arrived: new Map() });
