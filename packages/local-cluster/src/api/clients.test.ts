import { Agent, request } from 'node:http';
import type { Node } from '@switchyard/kubernetes/objects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterUnderTest, isReady } from '../../test/cluster-under-test.ts';

/** What clients in other languages request and real API servers answer. */
const under = new ClusterUnderTest();
const PODS = '/api/v1/namespaces/default/pods';
beforeAll(async () => {
  await under.start();
  await under.createPod('one', 'exec sleep 600');
  await under.createPod('two', 'exec sleep 600');
  await under.podWhen('one', isReady);
});
afterAll(() => under.destroy());

const get = (path: string) => under.request('GET', path);
/** The names in a watch's first events, which show the objects that existed when it began. */
async function watched(path: string, count: number): Promise<string[]> {
  const names: string[] = [];
  for await (const { object } of under.watch(path)) {
    if (names.push(`${object.kind} ${object.metadata.name}`) === count) break;
  }
  return names;
}

it('supports the older watch URLs of a collection, a namespace and one object', async () => {
  expect(await watched('/api/v1/watch/pods', 2)).toEqual(['Pod one', 'Pod two']);
  expect(await watched('/api/v1/watch/namespaces/default/pods?fieldSelector=metadata.name%3Dtwo', 1)).toEqual([
    'Pod two',
  ]);
  expect(await watched('/api/v1/watch/namespaces/default/pods/two', 1)).toEqual(['Pod two']);
  expect(await watched(`/api/v1/watch/nodes/${under.cluster.nodeName}/`, 1)).toEqual([
    `Node ${under.cluster.nodeName}`,
  ]);
  expect((await get('/api/v1/watch/widgets')).code).toBe(404);
});

it.each(['/version', '/api', '/apis', '/api/v1', PODS])('accepts a trailing slash on %s', async (path) => {
  const [plain, slashed] = [await get(path), await get(`${path}/`)];
  expect([slashed.code, slashed.json]).toEqual([200, plain.json]);
});

it('answers health in one word', async () => {
  for (const path of ['/healthz', '/livez', '/readyz']) {
    expect(await get(path)).toMatchObject({ code: 200, text: 'ok' });
  }
});

it('includes details in every refusal, for clients that read them', async () => {
  expect((await get(`${PODS}/nobody`)).json).toMatchObject({ details: { name: 'nobody', kind: 'pods' } });
  expect((await get('/apis/none/v1/things')).json).toMatchObject({ code: 404, details: {} });
});

it('returns the status of a pod and of a node on its own', async () => {
  expect((await get(`${PODS}/one/status`)).json).toEqual((await get(`${PODS}/one`)).json);
  const node = `/api/v1/nodes/${under.cluster.nodeName}`;
  expect(((await get(`${node}/status`)).json as Node).status).toEqual(((await get(node)).json as Node).status);
});

it('returns events under the names of events.k8s.io', async () => {
  const path = '/apis/events.k8s.io/v1/namespaces/default/events';
  const { json } = await get(`${path}?fieldSelector=regarding.name%3Done,reason%3DStarted`);
  expect(json).toMatchObject({ kind: 'EventList', apiVersion: 'events.k8s.io/v1' });
  const [event] = (json as { items: { metadata: { name: string } }[] }).items;
  expect(event).toMatchObject({
    note: 'Started container main',
    regarding: { kind: 'Pod', name: 'one' },
    type: 'Normal',
    deprecatedCount: 1,
    reportingController: 'kubelet',
  });
  expect(await watched(`${path}?watch=true&fieldSelector=regarding.name%3Done`, 1)).toEqual([
    expect.stringMatching('^Event one'),
  ]);
  expect((await get(`${path}/${event?.metadata.name}`)).json).toMatchObject({ regarding: { name: 'one' } });
});

describe('an access review', () => {
  const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const may = async (resourceAttributes: object, headers: Record<string, string> = {}) => {
    const { json } = await under.request('POST', REVIEWS, { spec: { resourceAttributes } }, headers);
    return (json as { status: { allowed: boolean } }).status;
  };

  it('lists the rights of the token holder and of everybody else', async () => {
    const nobody = { authorization: '' };
    const reviews = [
      ...[
        { verb: 'list', resource: 'pods' },
        { verb: 'patch', resource: 'nodes' },
      ],
      ...[
        { verb: 'create', resource: 'pods', subresource: 'eviction' },
        { verb: 'create', resource: 'pods' },
      ],
      ...[
        { verb: 'get', resource: 'secrets' },
        { verb: 'list', group: 'metrics.k8s.io', resource: 'pods' },
      ],
    ];
    const answers = await Promise.all(
      reviews.map(async (review) => [(await may(review)).allowed, (await may(review, nobody)).allowed]),
    );
    expect(answers).toEqual([
      ...[
        [true, true],
        [true, true],
        [true, true],
        [true, false],
        [true, false],
        [true, true],
      ],
    ]);
  });

  it('reports what nobody may do', async () => {
    expect(await may({ verb: 'create', group: 'apps', resource: 'deployments' })).toEqual({
      allowed: false,
      reason: 'this cluster has no deployments.apps',
    });
    expect(await may({ verb: 'delete', resource: 'nodes' })).toMatchObject({ allowed: false });
    expect((await under.request('POST', REVIEWS, { spec: { nonResourceAttributes: { path: '/' } } })).code).toBe(400);
  });

  it.each([
    ['what is no message', Buffer.from('nonsense')],
    ['a truncated message', Buffer.from([0x6b, 0x38, 0x73, 0, 0x12, 0x7f, 1])],
    ['an endless number', Buffer.from([0x6b, 0x38, 0x73, 0, ...Array<number>(20).fill(0xff)])],
  ])('in protobuf refuses %s', async (_what, body) => {
    const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
    const code = await new Promise((resolve, reject) => {
      const agent = new Agent({ keepAlive: false });
      const sent = request(under.cluster.url + REVIEWS, { method: 'POST', headers, agent }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject).end(body);
    });
    expect(code).toBe(400);
  });
});

it.each([
  ['exec', 'GET', `${PODS}/one/exec?command=ls`, 400, 'no exec'],
  ['attach', 'POST', `${PODS}/one/attach`, 400, 'no attach'],
  ['port-forward', 'POST', `${PODS}/one/portforward`, 400, '127.0.0.1'],
  ['explain', 'GET', '/openapi/v3', 501, 'no schemas'],
])('explains that there is no %s', async (_name, method, path, code, words) => {
  const answer = await under.request(method, path);
  expect(answer.code).toBe(code);
  expect(answer.text).toContain(words);
});

it('a dry run creates and removes nothing', async () => {
  const body = {
    metadata: { name: 'dry' },
    spec: { containers: [{ name: 'main', image: 'shell', args: ['sleep 60'] }] },
  };
  expect(await under.request('POST', `${PODS}?dryRun=All`, body)).toMatchObject({ code: 201, json: { kind: 'Pod' } });
  expect((await under.request('POST', `${PODS}?dryRun=All`, { ...body, metadata: { name: 'one' } })).code).toBe(409);
  expect((await under.request('DELETE', `${PODS}/one`, { dryRun: ['All'] })).code).toBe(200);
  expect((await under.request('DELETE', `${PODS}/two?dryRun=All`)).code).toBe(200);
  const { items } = (await get(PODS)).json as { items: { metadata: { name: string; deletionTimestamp?: string } }[] };
  expect(items.map(({ metadata }) => [metadata.name, metadata.deletionTimestamp])).toEqual([
    ['one', undefined],
    ['two', undefined],
  ]);
});
