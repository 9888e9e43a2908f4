import { unknown } from '@switchyard/cluster-rules/known';
import type { NodeRow, PodRow, UsageRow } from '@switchyard/contracts/cluster/rows';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { ClusterStore } from '../feed/cluster-store.ts';
import { monitoredNodes } from './monitored-nodes.ts';
import { PressureMonitor } from './pressure-monitor.tsx';
import { pressuredNode } from './pressured-node.ts';
import type { AutoMode } from './use-auto-mode.ts';

const GI = 1024 ** 3;
const auto: AutoMode = {
  isAuto: true,
  toggle: () => undefined,
  passiveReason: null,
  cooldowns: {},
  lastAutoMs: null,
  startCooldown: () => undefined,
};
const serverRule = { rule: null, acts: false, set: async () => undefined };

it('says that the heaviest pod of another namespace is no target, and targets the next heaviest of ours', async () => {
  const store = new ClusterStore((notify) => notify());
  const pods = [
    { uid: 'u-1', name: 'theirs', namespace: 'others' },
    { uid: 'u-2', name: 'ours', namespace: 'engines' },
  ].map((pod) => ({ ...pod, nodeName: 'node-1', status: 'Running' }) as PodRow);
  const nodes = [{ name: 'node-1', type: 'gateway', capacityBytes: 10 * GI } as NodeRow];
  store.apply({ atMs: 0, nodes, pods }, 0);
  const podUsage: UsageRow[] = [
    ['u-1', 0, 5 * GI],
    ['u-2', 0, 4 * GI],
  ];
  store.apply({ atMs: 0, nodeUsage: [['node-1', 0, 9.5 * GI]], podUsage }, 0);
  const pressured = (own: string | undefined) =>
    monitoredNodes(store, unknown('away'), 'gateway').map((node) => pressuredNode(store, node, own));
  const { unmount } = await renderPart(
    <PressureMonitor nodes={pressured('engines')} own="engines" auto={auto} serverRule={serverRule} />,
  );
  expect(document.body.textContent).toContain('Next: ours on node-1');
  expect(document.body.textContent).toContain(
    '1 heavy pod in another namespace is ignored: rules act in engines only.',
  );
  unmount();
  // While our namespace is unknown, nothing is terminated.
  await renderPart(
    <PressureMonitor nodes={pressured(undefined)} own={undefined} auto={auto} serverRule={serverRule} />,
  );
  expect(screen.queryByText(/Next: |No pod would/)).toBeNull();
});

/**
 * Renders the monitor for nodes with these percentages (null: unmeasured); returns the list's rows and reserved height.
 */
async function list(percents: readonly (number | null)[]) {
  const nodes = percents.map((memoryPercent, at) => ({
    name: `node-${at}`,
    memoryPercent,
    memoryBytes: null,
    pods: [],
  }));
  const { unmount } = await renderPart(
    <PressureMonitor nodes={nodes} own="engines" auto={auto} serverRule={serverRule} />,
  );
  const group = screen.getByRole('group', { name: 'Fullest nodes' });
  const rows = [...group.children].map((row) => row.textContent);
  const heading = group.previousElementSibling?.textContent;
  const room = group.style.minHeight;
  const hasNoTarget = screen.queryByText(/No pods to terminate right now/) !== null;
  unmount();
  return { shown: rows, said: heading, room, takesNone: hasNoTarget };
}

it('shows the fullest nodes when none is under pressure, and all that are', async () => {
  const withoutPressure = await list([10, 60.2, 20, null, 60.4, 30, 40]);
  expect(withoutPressure.shown).toEqual(['node-160%', 'node-460%', 'node-640%', 'node-530%', 'node-220%']);
  expect(withoutPressure).toMatchObject({ said: 'No nodes at 90% memory or more.', takesNone: true });
  const onePressured = await list([89.8, 90]);
  expect(onePressured.shown).toEqual(['node-190%', 'node-089%']);
  expect(onePressured.said).toBe('1 node is at 90% memory or more.');
  const many = await list(Array.from({ length: 50 }, (_, at) => (at < 42 ? 95 : 10)));
  expect(many.shown).toHaveLength(41);
  expect(many.said).toBe('42 nodes are at 90% memory or more.');
  expect(await list([null, null])).toMatchObject({ shown: [], said: 'No usage data yet', takesNone: false });
});

it('reserves space for every node that may be listed, so that nothing below moves', async () => {
  const room = async (percents: readonly number[]) => (await list(percents)).room;
  expect(await room([10, 20, 30])).toBe(await room([90, 91, 92]));
  expect(await room([10, 20, 30])).not.toBe(await room([10]));
  const many = Array.from({ length: 40 }, () => 90);
  expect(await room(many.map(() => 10))).toBe(await room(many));
});
