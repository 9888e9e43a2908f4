import { type BotNode, botFlow } from '@switchyard/contracts/bots/flow';
import { beforeEach, expect, it, vi } from 'vitest';
import { parseNodes, serialiseFlow, serialiseNodes } from './clipboard.ts';
import { createFlowStore, type FlowStore } from './flow-store.ts';
import { newNode } from './new-node.ts';

const node = (fields: object) => botFlow.shape.nodes.element.parse(fields) as BotNode;
const trigger = node({ id: 'trigger', kind: 'trigger' });
const ask = node({ id: 'ask', kind: 'ask', text: 'Well?' });
const end = node({ id: 'end', kind: 'end' });

let store: FlowStore;
let nowMs = 0;
/** Past the pause after which another change is a separate undo step. */
const later = () => {
  nowMs += 10_000;
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
};
beforeEach(() => {
  later();
  store = createFlowStore({ nodes: [trigger, ask, end], edges: [{ from: 'trigger', outlet: 'next', to: 'ask' }] });
  return () => vi.restoreAllMocks();
});
const { undo, redo } = {
  undo: () => store.temporal.getState().undo(),
  redo: () => store.temporal.getState().redo(),
};
const text = () => {
  const found = store.getState().nodes.find(({ id }) => id === 'ask');
  return found?.kind === 'ask' ? found.text : null;
};

it('an outlet leads to one node', () => {
  store.getState().connect('ask', 'answered', 'end');
  store.getState().connect('ask', 'answered', 'ask');
  expect(store.getState().edges.filter(({ from }) => from === 'ask')).toEqual([
    { from: 'ask', outlet: 'answered', to: 'ask' },
  ]);
  store.getState().connect('ask', 'answered', null);
  expect(store.getState().edges.filter(({ from }) => from === 'ask')).toEqual([]);
});

it('continuous typing is one undo step, and can be redone', () => {
  for (const typed of ['W', 'Wh', 'Who', 'Who?']) store.getState().change('ask', { text: typed });
  later();
  store.getState().change('ask', { text: 'Who are you?' });
  undo();
  expect(text()).toBe('Who?');
  undo();
  expect(text()).toBe('Well?');
  redo();
  redo();
  expect(text()).toBe('Who are you?');
});

it('removing a node removes its connections; the trigger stays', () => {
  store.getState().connect('ask', 'answered', 'end');
  later();
  store.getState().remove(new Set(['trigger', 'ask']));
  expect(store.getState().nodes.map(({ id }) => id)).toEqual(['trigger', 'end']);
  expect(store.getState().edges).toEqual([]);
  undo();
  expect(store.getState().edges).toHaveLength(2);
});

it('removing a case removes its outlet', () => {
  const choose = node({ id: 'sw', kind: 'switch', cases: [{ id: 'a', value: 'A' }] });
  store.getState().add(choose);
  store.getState().connect('sw', 'a', 'end');
  store.getState().change('sw', { cases: [] } as Partial<BotNode>);
  expect(store.getState().edges.some(({ from }) => from === 'sw')).toBe(false);
});

it('pastes copies at an offset, with the connections between them and new ids, and never a trigger', () => {
  store.getState().connect('ask', 'answered', 'end');
  const pastedFlow = parseNodes(serialiseNodes(store.getState(), new Set(['trigger', 'ask', 'end'])));
  expect(pastedFlow?.nodes.map(({ kind }) => kind)).toEqual(['ask', 'end']);
  const [first, second] = pastedFlow?.nodes ?? [];
  expect(pastedFlow?.edges).toEqual([{ from: first?.id, outlet: 'answered', to: second?.id }]);
  expect([first?.id, second?.id]).not.toContain('ask');
  expect(parseNodes('any other text')).toBeNull();
});

it('exporting or copying a flow leaves out tokens in headers and bodies', () => {
  const headers = [{ name: 'Authorization', value: 'Bearer a token' }];
  const http = node({ id: 'http', kind: 'http', headers, body: "{'token': 'a token'}" });
  expect(serialiseFlow({ nodes: [http], edges: [] })).not.toContain('a token');
  expect(serialiseNodes({ nodes: [http], edges: [] }, new Set(['http']))).toContain('Authorization');
});

it('a new node has the contract’s defaults and an id of its own', () => {
  const made = newNode('ask', { x: 10, y: 20 });
  expect(made).toMatchObject({ kind: 'ask', x: 10, y: 20, answer: 'text' });
  expect(newNode('ask', { x: 0, y: 0 }).id).not.toBe(made.id);
});
