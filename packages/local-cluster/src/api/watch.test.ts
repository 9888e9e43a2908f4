import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ClusterUnderTest } from '../../test/cluster-under-test.ts';

const under = new ClusterUnderTest();
beforeAll(() => under.start({ bookmarkIntervalMs: 50 }));
afterAll(() => under.destroy());

const secrets = '/api/v1/namespaces/default/secrets';
interface List {
  metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number };
  items: { metadata: { name: string } }[];
}

/** Secrets do nothing by themselves, so every event comes from the test. */
const create = async (name: string, labels: Record<string, string> = {}) =>
  (await under.request('POST', secrets, { metadata: { name, labels } })).json as {
    metadata: { resourceVersion: string };
  };
const remove = (name: string) => under.request('DELETE', `${secrets}/${name}`);
const list = async (query = '') => (await under.request('GET', `${secrets}?${query}`)).json as List;
const names = ({ items }: List) => items.map((item) => item.metadata.name);

beforeEach(async () => {
  for (const name of names(await list())) await remove(name);
});

/** The first `count` events, without bookmarks, as `TYPE name`. */
async function events(query: string, count: number): Promise<string[]> {
  const seen: string[] = [];
  for await (const { type, object } of under.watch(`${secrets}?watch=true&${query}`)) {
    if (type !== 'BOOKMARK') seen.push(`${type} ${object.metadata?.name ?? object.code}`);
    if (seen.length === count) break;
  }
  return seen;
}

test('from a version: exactly what came after it', async () => {
  await create('a');
  const { metadata } = await list();
  await create('b');
  await remove('a');
  expect(await events(`resourceVersion=${metadata.resourceVersion}`, 2)).toEqual(['ADDED b', 'DELETED a']);
});

test.each(['', 'resourceVersion=0'])('with "%s": everything that exists first', async (query) => {
  await create('a');
  await create('b');
  expect(await events(query, 2)).toEqual(['ADDED a', 'ADDED b']);
});

test('an object that leaves the selection is DELETED to the watcher, one that enters it is ADDED', async () => {
  const { metadata } = await create('a', { on: 'yes' });
  await remove('a');
  await create('a', { on: 'no' });
  await create('b', { on: 'yes' });
  const query = `labelSelector=on%3Dyes&resourceVersion=${metadata.resourceVersion}`;
  expect(await events(query, 2)).toEqual(['DELETED a', 'ADDED b']);
});

test('bookmarks carry the newest version to clients that request them', async () => {
  await create('a');
  const { metadata } = await list();
  const path = `${secrets}?watch=true&allowWatchBookmarks=true&resourceVersion=${metadata.resourceVersion}`;
  for await (const { type, object } of under.watch(path)) {
    expect(type).toBe('BOOKMARK');
    expect(Number(object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(metadata.resourceVersion));
    return;
  }
  throw new Error('no bookmark came');
});

test('for a version whose history is gone: an ERROR event with Status 410, then the end', async () => {
  const { metadata } = await create('a');
  await create('b');
  under.cluster.compact();
  const seen: unknown[] = [];
  for await (const event of under.watch(`${secrets}?watch=true&resourceVersion=${metadata.resourceVersion}`))
    seen.push(event);
  expect(seen).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } }]);
});

test('timeoutSeconds ends the watch in order', async () => {
  const seen = [];
  for await (const event of under.watch(`${secrets}?watch=true&timeoutSeconds=1`)) seen.push(event);
  expect(seen).toEqual([]);
});

test('pages show one version of the cluster, whatever changes between them', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await create(name);
  const first = await list('limit=2');
  expect(names(first)).toEqual(['a', 'b']);
  await remove('c');
  await create('bb');
  const second = await list(`limit=2&continue=${first.metadata.continue}`);
  expect(names(second)).toEqual(['c', 'd']);
  expect(second.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion });
});

test('a page over all namespaces says how many objects remain', async () => {
  for (const name of ['a', 'b', 'c']) await create(name);
  const page = (await under.request('GET', '/api/v1/secrets?limit=1')).json as List;
  expect(page.metadata.remainingItemCount).toBe(2);
});

test('a page whose version is too old is refused with 410', async () => {
  for (const name of ['a', 'b']) await create(name);
  const { metadata } = await list('limit=1');
  await create('c');
  under.cluster.compact();
  const refused = await under.request('GET', `${secrets}?limit=1&continue=${metadata.continue}`);
  expect(refused).toMatchObject({ code: 410, json: { reason: 'Expired' } });
});

test.each([
  ['limit=x', 400],
  ['continue=nonsense', 400],
  ['labelSelector=a%3Db%3Dc', 400],
  ['fieldSelector=data.key%3Dx', 400],
  ['resourceVersion=999999999', 504],
])('%s is refused with %d', async (query, code) => {
  expect(await under.request('GET', `${secrets}?${query}`)).toMatchObject({ code, json: { kind: 'Status' } });
});

test.each([
  ['/api/v1/widgets', 404],
  ['/api/v1/namespaces/default/pods/..%2f..%2fsecrets', 404],
  ['/apis/apps/v1/deployments', 404],
])('%s is not served', async (path, code) => {
  expect(await under.request('GET', path)).toMatchObject({ code, json: { kind: 'Status', reason: 'NotFound' } });
});

test('anything but JSON is refused by its type and by its content', async () => {
  const headers = {
    authorization: `Bearer ${under.cluster.token}`,
    'content-type': 'application/vnd.kubernetes.protobuf',
  };
  const protobuf = await fetch(under.cluster.url + secrets, { method: 'POST', headers, body: 'k8s' });
  expect(protobuf.status).toBe(415);
  const broken = await fetch(under.cluster.url + secrets, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{',
  });
  expect(broken.status).toBe(400);
});
