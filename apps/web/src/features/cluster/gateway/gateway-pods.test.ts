import { known, unknown } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow, NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import { expect, it } from 'vitest';
import { ClusterStore } from '../feed/cluster-store.ts';
import { GatewayPods } from './gateway-pods.ts';

const pod = (uid: string, more: Partial<PodRow> = {}) =>
  ({ uid, name: `pod-${uid}`, nodeName: 'gw', status: 'Running', app: 'x', containers: [], ...more }) as PodRow;
const node = (name: string, type: NodeRow['type']) => ({ name, type }) as NodeRow;
const session = (_id: string) => ({ _id }) as EngineSessionRow;

function cluster() {
  const store = new ClusterStore((notify) => notify());
  store.apply(
    {
      atMs: 0,
      cursor: 'a.1',
      nodes: [node('gw', 'gateway'), node('other', 'normal')],
      pods: [
        pod('1'),
        pod('2', { nodeName: 'other' }),
        pod('3', { nodeName: '', status: 'Pending', toleratesGateway: true }),
        pod('4', { nodeName: '', status: 'Pending' }),
      ],
    },
    0,
  );
  return { store, pods: new GatewayPods(store) };
}
const uids = (views: { pod: PodRow }[]) => views.map((view) => view.pod.uid);

it('has the pods of gateway nodes, pods waiting for one, and any pod that serves a session', () => {
  const { pods } = cluster();
  expect(uids(pods.list(known(new Map())))).toEqual(['1', '3']);
  expect(uids(pods.list(known(new Map([['pod-2', [session('s')]]]))))).toEqual(['1', '2', '3']);
});

it('reports unknown rather than empty while sessions are unknown', () => {
  const { pods } = cluster();
  expect(pods.list(unknown('away'))[0]?.sessions).toEqual({ isKnown: false, why: 'away' });
  expect(pods.list(known(new Map()))[0]?.sessions).toEqual({ isKnown: true, value: [] });
});

it('keeps a view the same object until its pod or sessions change, so that its row does not re-render', () => {
  const { store, pods } = cluster();
  const sessions = known(new Map([['pod-1', [session('s')]]]));
  const [before, pending] = pods.list(sessions);
  expect(pods.list(known(new Map(sessions.isKnown ? sessions.value : [])))).toEqual([before, pending]);
  expect(pods.list(sessions)[0]).toBe(before);
  store.apply({ atMs: 1, pods: [pod('1', { status: 'Error' })] }, 1);
  const [after, stillPending] = pods.list(sessions);
  expect([after?.pod.status, after === before, stillPending === pending]).toEqual(['Error', false, true]);
});
