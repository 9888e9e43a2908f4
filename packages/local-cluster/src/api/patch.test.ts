import type { Node, Pod } from '@switchyard/kubernetes/objects';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClusterUnderTest, isReady } from '../../test/cluster-under-test.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';

let under: ClusterUnderTest;
let node: string;
beforeEach(async () => {
  under = await new ClusterUnderTest().start();
  node = `/api/v1/nodes/${under.cluster.nodeName}`;
});
afterEach(() => under.destroy());

const patch = (path: string, type: string, body: unknown) =>
  under.request('PATCH', path, body, { 'content-type': type });
const pod = (name: string) => `/api/v1/namespaces/default/pods/${name}`;
const object = async <T>(path: string) => (await under.request('GET', path)).json as T;
const CORDON = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

describe('the labels by which Switchyard finds its pods', () => {
  const labels = {
    'switchyard/installation': 'ours',
    'switchyard/pod-revision': '0',
    'app.kubernetes.io/name': 'switchyard-engine',
  };
  beforeEach(async () => void (await under.createPod('engine', 'exec sleep 60', { metadata: { labels } })));
  const podLabels = async () => (await under.pod('engine'))?.metadata.labels;

  it.each([
    ['taken away', MERGE, { metadata: { labels: { 'switchyard/installation': null } } }],
    ['taken away with all others', JSON_PATCH, [{ op: 'remove', path: '/metadata/labels' }]],
    ['changed', STRATEGIC, { metadata: { labels: { 'switchyard/pod-revision': '7' } } }],
    ['added', MERGE, { metadata: { labels: { 'switchyard/shared-by': 'baileys' } } }],
    ['a name it is selected by', MERGE, { metadata: { labels: { 'app.kubernetes.io/name': 'other' } } }],
  ])('cannot be changed without the token: %s', async (_what, type, body) => {
    const refused = await under.request('PATCH', pod('engine'), body, { 'content-type': type, authorization: '' });
    expect(refused).toMatchObject({ code: 403, json: { reason: 'Forbidden' } });
    expect(await podLabels()).toMatchObject(labels);
    expect((await patch(pod('engine'), type, body)).code).toBe(200);
    expect(await podLabels()).not.toEqual(labels);
  });

  it('other labels and other pods may be changed without the token', async () => {
    await under.createPod('other', 'exec sleep 60', { metadata: { labels: { 'app.kubernetes.io/name': 'x' } } });
    const body = { metadata: { labels: { 'app.kubernetes.io/name': 'y', team: 'blue' } } };
    const mine = { metadata: { labels: { team: 'blue' } } };
    for (const [name, change] of [
      ['other', body],
      ['engine', mine],
    ] as const) {
      const answer = await under.request('PATCH', pod(name), change, { 'content-type': MERGE, authorization: '' });
      expect(answer.code).toBe(200);
      expect(answer).toMatchObject({ json: change });
    }
  });
});

describe('a node', () => {
  it.each([
    ['merge', MERGE, { spec: { unschedulable: true } }],
    ['strategic merge', STRATEGIC, { spec: { unschedulable: true } }],
    ['JSON', JSON_PATCH, [{ op: 'add', path: '/spec/unschedulable', value: true }]],
  ])('is cordoned by a %s patch, which adds the taint', async (_name, type, body) => {
    expect(await patch(node, type, body)).toMatchObject({ code: 200, json: { spec: { unschedulable: true } } });
    expect((await object<Node>(node)).spec).toEqual({ unschedulable: true, taints: [CORDON] });
    await patch(node, MERGE, { spec: { unschedulable: null } });
    expect((await object<Node>(node)).spec).toEqual({});
  });

  it('gets no new pod while it is cordoned; running ones stay', async () => {
    await under.createPod('before', 'exec sleep 60');
    await under.podWhen('before', isReady);
    await patch(node, MERGE, { spec: { unschedulable: true } });
    const waits = await under.createPod('waits', 'exec sleep 60');
    expect(waits.spec.nodeName).toBeUndefined();
    expect(waits.status).toMatchObject({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
    });
    const { text: events } = await under.request('GET', '/api/v1/namespaces/default/events');
    expect(events).toContain('0/1 nodes are available: 1 node(s) were unschedulable.');
    expect(isReady(await under.pod('before'))).toBe(true);
    await patch(node, MERGE, { spec: { unschedulable: null } });
    expect((await under.podWhen('waits', isReady))?.spec.nodeName).toBe(under.cluster.nodeName);
  });

  it('takes only pods that tolerate its taint', async () => {
    const taint = { key: 'workload', value: 'gateway', effect: 'NoSchedule' };
    expect((await patch(node, STRATEGIC, { spec: { taints: [taint] } })).code).toBe(200);
    expect((await under.createPod('repelled', 'exec sleep 60')).spec.nodeName).toBeUndefined();
    const tolerations = [{ key: 'workload', operator: 'Equal', value: 'gateway', effect: 'NoSchedule' }];
    await under.createPod('tolerant', 'exec sleep 60', { spec: { tolerations } });
    await under.podWhen('tolerant', isReady);
  });

  it('keeps its cordon and labels when the cluster restarts', async () => {
    await patch(node, MERGE, { metadata: { labels: { zone: 'a' } }, spec: { unschedulable: true } });
    await under.cluster.stop(0);
    await under.start();
    const { metadata, spec } = await object<Node>(node);
    expect(metadata.labels).toMatchObject({ zone: 'a', 'kubernetes.io/hostname': under.cluster.nodeName });
    expect(spec.unschedulable).toBe(true);
  });

  it.each([
    ['a label that is no label', MERGE, { metadata: { labels: { 'a b': 'c' } } }, 422],
    ['a label that is no text', MERGE, { metadata: { labels: { a: 1 } } }, 422],
    ['a taint without an effect', MERGE, { spec: { taints: [{ key: 'a' }] } }, 422],
    ['another name', MERGE, { metadata: { name: 'other' } }, 400],
    ['a field that is fixed', MERGE, { spec: { podCIDR: '10.0.0.0/8' } }, 422],
    ['a version that is not the newest', MERGE, { metadata: { resourceVersion: '1', labels: { a: 'b' } } }, 409],
    ['an operation that does not fit', JSON_PATCH, [{ op: 'remove', path: '/spec/none' }], 422],
    ['a list that is no patch', MERGE, [], 400],
    ['an unknown directive', STRATEGIC, { metadata: { labels: { $what: 'x' } } }, 400],
    ['JSON of an unspecified patch type', 'application/json', { spec: { unschedulable: true } }, 415],
  ])('refuses %s and stays unchanged', async (_what, type, body, code) => {
    const { metadata, spec } = await object<Node>(node);
    const refused = await patch(node, type, body);
    expect([refused.code, (refused.json as { kind: string }).kind]).toEqual([code, 'Status']);
    expect(await object<Node>(node)).toMatchObject({ metadata, spec });
  });

  it('is not changed by a dry run, and gets no new version from a patch that changes nothing', async () => {
    const before = await object<Node>(node);
    const dry = await patch(`${node}?dryRun=All`, MERGE, { spec: { unschedulable: true } });
    expect(dry.json).toMatchObject({ spec: { unschedulable: true } });
    await patch(node, MERGE, { metadata: { labels: { 'kubernetes.io/os': process.platform } } });
    const after = await object<Node>(node);
    expect([after.metadata.resourceVersion, after.spec]).toEqual([before.metadata.resourceVersion, before.spec]);
  });
});

describe('a pod', () => {
  it('can be labelled and annotated while it runs, and the next cluster in its folder sees that', async () => {
    const made = await under.createPod('marked', 'exec sleep 60', { metadata: { labels: { app: 'one' } } });
    await under.podWhen('marked', isReady);
    await patch(pod('marked'), STRATEGIC, {
      metadata: { labels: { tier: 'x', app: null }, annotations: { why: 'a b' } },
    });
    const selected = await under.request('GET', '/api/v1/pods?labelSelector=tier%3Dx,!app');
    expect((selected.json as { items: Pod[] }).items.map(({ metadata }) => metadata.uid)).toEqual([made.metadata.uid]);
    await under.cluster.abandon();
    await under.start();
    expect((await under.pod('marked'))?.metadata).toMatchObject({ labels: { tier: 'x' }, annotations: { why: 'a b' } });
  });

  it('keeps its spec', async () => {
    await under.createPod('fixed', 'exec sleep 60');
    const refused = await patch(pod('fixed'), STRATEGIC, { spec: { containers: [{ name: 'main', image: 'node' }] } });
    expect(refused).toMatchObject({ code: 422, json: { reason: 'Invalid' } });
    expect((await under.pod('fixed'))?.spec.containers[0]?.image).toBe('shell');
    expect((await patch(pod('nobody'), MERGE, {})).code).toBe(404);
  });
});

describe('a simulated fleet', () => {
  it('keeps changes to its nodes and pods', async () => {
    await under.cluster.setFleet({ nodes: 6, pods: 60, seed: 3, changesPerSecond: 0, namespace: 'fleet' });
    const { items: pods } = await object<{ items: Pod[] }>('/api/v1/namespaces/fleet/pods');
    const pod = pods.find(({ spec, status }) => spec.nodeName?.includes('gateway') && status.phase === 'Running');
    const nodeName = pod?.spec.nodeName ?? '';
    const labels = { 'switchyard/simulated': 'true', mine: 'yes' };
    await patch(`/api/v1/nodes/${nodeName}`, MERGE, {
      metadata: { labels: { mine: 'yes' } },
      spec: { unschedulable: true },
    });
    await patch(`/api/v1/namespaces/fleet/pods/${pod?.metadata.name}`, MERGE, {
      metadata: { labels: { mine: 'yes' } },
    });
    const node = await object<Node>(`/api/v1/nodes/${nodeName}`);
    expect(node).toMatchObject({ metadata: { labels }, spec: { unschedulable: true } });
    expect(node.spec.taints).toContainEqual(CORDON);
    const marked = await object<Pod>(`/api/v1/namespaces/fleet/pods/${pod?.metadata.name}`);
    expect(marked).toMatchObject({ metadata: { labels, uid: pod?.metadata.uid }, status: { phase: 'Running' } });
  });
});
