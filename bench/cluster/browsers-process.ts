// Simulates browsers without windows: each follows the console's stream with the page's own store and keeps the whole
// cluster. `node browsers-process.ts URL COUNT`, with the session's cookie in COOKIE. Writes `whole` once all have
// loaded the cluster; at the end of standard input it reports what each of them has and how late changes arrived.
import type { ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { ClusterStore } from '../../apps/web/src/features/cluster/feed/cluster-store.ts';
import { readLines } from '../../apps/web/src/features/cluster/feed/read-lines.ts';

const [url = '', count = '1'] = process.argv.slice(2);
const lateMs: number[] = [];
let bytes = 0;
let wholeCount = 0;

async function browse(store: ClusterStore): Promise<void> {
  const answer = await fetch(`${url}/api/cluster/stream`, { headers: { cookie: process.env.COOKIE ?? '' } });
  if (!answer.ok || !answer.body) throw new Error(`the stream answered ${answer.status}`);
  for await (const line of readLines(answer.body)) {
    const update = JSON.parse(line) as ClusterUpdate;
    const wasWhole = store.isComplete;
    store.apply(update, Date.now());
    bytes += line.length;
    if (wasWhole && update.cursor !== undefined) lateMs.push(Date.now() - update.atMs);
    if (store.isComplete === wasWhole) continue;
    wholeCount += 1;
    if (wholeCount === Number(count)) process.stdout.write('whole\n');
  }
}

const stores = Array.from({ length: Number(count) }, () => new ClusterStore((notify) => notify()));
for (const store of stores) {
  browse(store).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}
process.stdin.resume().on('end', () => {
  lateMs.sort((a, b) => a - b);
  const result = {
    pods: stores.map((store) => store.podCount),
    lateP95Ms: lateMs[Math.floor(lateMs.length * 0.95)] ?? -1,
    changes: lateMs.length,
    megabytes: bytes / 1024 ** 2,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
});
