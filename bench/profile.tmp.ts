import { v7 } from 'uuid';
import { ImportFile } from '../apps/web/src/features/messages/workbook/import-file.ts';
import { startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { makeWorkbook } from './import/workbook.ts';

const ROWS = 40_000;
const t0 = performance.now();
const f = await ImportFile.open(new Uint8Array(makeWorkbook(ROWS)), 'a.xlsx');
let t = performance.now();
f.read({ order: 'refuse', zone: 'Europe/London', nowMs: Date.now() });
console.log('read ms', performance.now() - t);
t = performance.now();
f.plan({ past: 'refuse', undated: 'send-now', repeats: 'leave-out' }, { recipients: [], repeated: [] });
console.log('plan ms', performance.now() - t);
const databases = await startDatabaseServer();
const database = await databases.createDatabase('import', 4);
const server = await startServerProcess(database.url, { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof' });
const headers = { origin: server.url.replace('127.0.0.1', 'localhost'), 'content-type': 'application/json' };
const h2 = { origin: server.url, 'content-type': 'application/json' };
const up = await fetch(`${server.url}/api/auth/sign-up/email`, {
  method: 'POST',
  headers: h2,
  body: JSON.stringify({ name: 'B', email: 'b@example.com', password: 'long enough', zone: 'Europe/London' }),
});
const cookie = up.headers
  .getSetCookie()
  .map((c) => c.split(';')[0])
  .join('; ');
console.log(up.status);
const importId = v7();
const bodies: string[] = [];
for (let from = 0; from < ROWS; from += 500)
  bodies.push(
    JSON.stringify({
      importId,
      rows: f
        .take(from, 500)
        .map(({ row, message }) => ({ row, message: { ...message, zone: 'Europe/London', pastDue: 'refuse' } })),
    }),
  );
console.log('body bytes', bodies[0]?.length);
for (const lanes of [4]) {
  t = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < bodies.length) {
        const body = bodies[next++];
        const r = await fetch(`${server.url}/api/messages/batch`, { method: 'POST', headers: { ...h2, cookie }, body });
        const x = await r.json();
        if (r.status !== 200) console.log(r.status, JSON.stringify(x).slice(0, 300));
      }
    }),
  );
  console.log('send s', (performance.now() - t) / 1000);
}
await server.stop();
await database.close();
await databases.stop();
