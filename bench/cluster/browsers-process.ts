// So many browsers without their windows: each follows the console's stream as the page does, with the page's own
// store, and keeps the whole cluster.
// `node browsers-process.ts URL COUNT`, the session's cookie in COOKIE. Writes `whole` once all know the cluster; at
// the end of standard input tells what each of them knows and how late changes came.
import type { ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { ClusterStore } from '../../apps/web/src/features/cluster/feed/cluster-store.ts';
import { readLines } from '../../apps/web/src/features/cluster/feed/read-lines.ts';

const [url = '', count = '1'] = process.argv.slice(2);
const lateMs: number[] = [];
let bytes = 0;
let whole = 0;

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
    whole += 1;
    if (whole === Number(count)) process.stdout.write('whole\n');
  }
}

const stores = Array.from({ length: Number(count) }, () => new ClusterStore((tell) => tell()));
for (const store of stores) {
  browse(store).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}
process.stdin.resume().on('end', () => {
  lateMs.sort((one, other) => one - other);
  const told = {
    pods: stores.map((store) => store.podCount),
    lateP95Ms: lateMs[Math.floor(lateMs.length * 0.95)] ?? -1,
    changes: lateMs.length,
    megabytes: bytes / 1024 ** 2,
  };
  process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
});
