import { expect, test } from 'vitest';
import { flowOf, onAny, say } from '../../../../test/bot-rig.ts';
import { compareFlows } from './compare-flows.ts';

const end = { id: 'end', kind: 'end' };
const first = flowOf([onAny, say('hello', 'Hello'), say('bye', 'Bye'), end]);
const changes = (newer: typeof first, older: typeof first | null = first) =>
  compareFlows(older, newer).map(({ nodeId, change }) => `${nodeId} ${change}`);

test('reports every step of a first version as new', () => {
  expect(changes(first, null)).toEqual(['trigger added', 'hello added', 'bye added', 'end added']);
});

test('reports changed text and changed edges, but not a changed position on the canvas', () => {
  const moved = { ...first, nodes: first.nodes.map((node) => ({ ...node, x: node.x + 40, y: 7 })) };
  expect(changes(moved)).toEqual([]);
  expect(changes(flowOf([onAny, say('hello', 'Hi'), say('bye', 'Bye'), end]))).toEqual(['hello changed']);
  const edges = first.edges.toReversed().map((edge) => (edge.from === 'hello' ? { ...edge, to: 'end' } : edge));
  expect(changes({ ...first, edges })).toEqual(['hello changed']);
});

test('reports an inserted step as new and its predecessor as changed, and lists removed steps last', () => {
  expect(changes(flowOf([onAny, say('hello', 'Hello'), say('more', 'More'), end]))).toEqual([
    'hello changed',
    'more added',
    'bye removed',
  ]);
});
