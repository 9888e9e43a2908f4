import { type BotEdge, type BotNode, botFlow } from '@switchyard/contracts/bots/flow';
import { expect, it } from 'vitest';
import { addStep, createFlowStore } from './flow-store.ts';
import { heightOf, STEP_PX, tidyLayout } from './layout.ts';

const node = (id: string, kind: string, x = 0, y = 0) =>
  botFlow.shape.nodes.element.parse({ id, kind, x, y }) as BotNode;
const edge = (from: string, outlet: string, to: string): BotEdge => ({ from, outlet, to });

/** Overlapping steps, as pairs. */
const overlaps = (nodes: readonly BotNode[]) =>
  nodes.flatMap((step, at) =>
    nodes
      .slice(at + 1)
      .filter((neighbour) => Math.abs(step.x - neighbour.x) < STEP_PX)
      .filter((neighbour) => step.y < neighbour.y + heightOf(neighbour) && neighbour.y < step.y + heightOf(step))
      .map((neighbour) => [step.id, neighbour.id]),
  );

it('puts a new step on a line between the two, moves what follows, and covers nothing; undo reverts all of it', () => {
  const nodes = [
    node('trigger', 'trigger'),
    node('ask', 'ask', 300),
    node('end', 'end', 600),
    node('other', 'end', 600, 130),
  ];
  const edges = [edge('trigger', 'next', 'ask'), edge('ask', 'answered', 'end'), edge('ask', 'timeout', 'other')];
  const store = createFlowStore({ nodes, edges });
  const id = addStep(store, 'send', { from: 'trigger', outlet: 'next' });
  const after = store.getState();
  expect(after.edges).toContainEqual(edge('trigger', 'next', id));
  expect(after.edges).toContainEqual(edge(id, 'next', 'ask'));
  expect(after.edges.filter(({ from }) => from === 'ask')).toEqual(edges.slice(1));
  expect(after.nodes.find((node) => node.id === 'trigger')).toMatchObject({ x: 0, y: 0 });
  expect(after.nodes.find((node) => node.id === 'other')?.x).toBeGreaterThan(600);
  expect(overlaps(after.nodes)).toEqual([]);
  store.temporal.getState().undo();
  expect(store.getState().nodes).toEqual(nodes);
  expect(store.getState().edges).toEqual(edges);
});

it('puts a new step at an open outlet beside its own, below what is there', () => {
  const store = createFlowStore({
    nodes: [node('trigger', 'trigger'), node('ask', 'ask', 300), node('end', 'end', 620)],
    edges: [edge('trigger', 'next', 'ask'), edge('ask', 'answered', 'end')],
  });
  const id = addStep(store, 'handover', { from: 'ask', outlet: 'timeout' });
  const { nodes } = store.getState();
  expect(nodes.find((node) => node.id === id)?.y).toBeGreaterThan(0);
  expect(nodes.find((node) => node.id === 'end')).toMatchObject({ x: 620, y: 0 });
  expect(overlaps(nodes)).toEqual([]);
});

it('arranges a flow with a loop and a loose step into columns from the start, without overlaps', () => {
  const nodes = ['c', 'b', 'a', 'loose'].map((id) => node(id, 'ask'));
  const flow = {
    nodes: [...nodes, node('trigger', 'trigger')],
    edges: [
      edge('trigger', 'next', 'a'),
      edge('a', 'answered', 'b'),
      edge('a', 'timeout', 'c'),
      edge('b', 'answered', 'c'),
      edge('c', 'invalid', 'a'),
    ],
  };
  const places = tidyLayout(flow);
  const columns = [...new Set([...places.values()].map(({ x }) => x))].toSorted((a, b) => a - b);
  const columnOf = (id: string) => columns.indexOf(places.get(id)?.x ?? -1);
  expect(['trigger', 'a', 'b', 'c', 'loose'].map(columnOf)).toEqual([0, 1, 2, 3, 0]);
  expect(overlaps(flow.nodes.map((node) => ({ ...node, ...places.get(node.id) })))).toEqual([]);
});
