import type { BotEdge, BotFlow, BotNode } from '@switchyard/contracts/bots/flow';
import { outletsOf } from '@switchyard/contracts/bots/flow';
import { temporal } from 'zundo';
import { createStore } from 'zustand/vanilla';
import { type Position, positionsFor } from './layout.ts';
import { type AddedKind, newNode } from './new-node.ts';

export interface FlowState {
  nodes: readonly BotNode[];
  edges: readonly BotEdge[];
  /**
   * `after`: the outlet that leads to the new node, whose first outlet takes over the old target. `places`: positions
   * of the nodes that make room, and of the new one.
   */
  add(node: BotNode, after?: { from: string; outlet: string }, places?: ReadonlyMap<string, Position>): void;
  change(id: string, part: Partial<BotNode>): void;
  move(places: ReadonlyMap<string, Position>): void;
  /** Connects an outlet to a node; null disconnects it. */
  connect(from: string, outlet: string, to: string | null): void;
  /** The trigger is never removed. */
  remove(ids: ReadonlySet<string>): void;
  paste(nodes: readonly BotNode[], edges: readonly BotEdge[]): void;
  replace(flow: Pick<BotFlow, 'nodes' | 'edges'>): void;
}

const MAX_UNDONE = 100;
/** Changes without a longer pause than this are one undo step. */
const ONE_STEP_MS = 700;

/**
 * A flow being edited, with its undo history. Positions while a node is dragged stay in the canvas, so that a drag is
 * one step.
 */
export function createFlowStore({ nodes, edges }: Pick<BotFlow, 'nodes' | 'edges'>) {
  return createStore<FlowState>()(
    temporal(
      (set) => ({
        nodes,
        edges,
        add: (node, after, places) =>
          set((state) => {
            const next = state.edges.find(({ from, outlet }) => from === after?.from && outlet === after.outlet)?.to;
            const [first] = outletsOf(node);
            const edges = after ? connected(state.edges, after.from, after.outlet, node.id) : state.edges;
            return {
              nodes: [...state.nodes, node].map((step) => ({ ...step, ...places?.get(step.id) })),
              edges: next && first ? [...edges, { from: node.id, outlet: first, to: next }] : edges,
            };
          }),
        change: (id, part) =>
          set((state) => {
            const changed = state.nodes.map((node) => (node.id === id ? ({ ...node, ...part } as BotNode) : node));
            const outlets = new Set(changed.flatMap((node) => (node.id === id ? outletsOf(node) : [])));
            return {
              nodes: changed,
              edges: state.edges.filter(({ from, outlet }) => from !== id || outlets.has(outlet)),
            };
          }),
        move: (places) => set((state) => ({ nodes: state.nodes.map((node) => ({ ...node, ...places.get(node.id) })) })),
        connect: (from, outlet, to) => set((state) => ({ edges: connected(state.edges, from, outlet, to) })),
        remove: (ids) =>
          set((state) => {
            const remaining = state.nodes.filter(({ id, kind }) => kind === 'trigger' || !ids.has(id));
            const left = new Set(remaining.map(({ id }) => id));
            return { nodes: remaining, edges: state.edges.filter(({ from, to }) => left.has(from) && left.has(to)) };
          }),
        paste: (more, between) =>
          set((state) => ({ nodes: [...state.nodes, ...more], edges: [...state.edges, ...between] })),
        replace: (flow) => set({ nodes: flow.nodes, edges: flow.edges }),
      }),
      {
        limit: MAX_UNDONE,
        partialize: ({ nodes: partNodes, edges: partEdges }) => ({ nodes: partNodes, edges: partEdges }),
        equality: (past, current) => past.nodes === current.nodes && past.edges === current.edges,
        handleSet: (handle) => {
          let lastMs = 0;
          return (past, replace, current) => {
            const nowMs = Date.now();
            const isSameStep = nowMs - lastMs < ONE_STEP_MS;
            lastMs = nowMs;
            if (!isSameStep) (handle as (...args: unknown[]) => void)(past, replace, current);
          };
        },
      },
    ),
  );
}

export type FlowStore = ReturnType<typeof createFlowStore>;

/** Adds a step of a kind at an outlet, where there is space. @returns its id */
export function addStep(store: FlowStore, kind: AddedKind, after: { from: string; outlet: string }): string {
  const { nodes, edges, add } = store.getState();
  const made = newNode(kind, { x: 0, y: 0 });
  add(made, after, positionsFor(made, after, { nodes, edges }));
  return made.id;
}

/** An outlet leads to at most one node. */
function connected(edges: readonly BotEdge[], from: string, outlet: string, to: string | null): BotEdge[] {
  const others = edges.filter((edge) => edge.from !== from || edge.outlet !== outlet);
  return to === null ? others : [...others, { from, outlet, to }];
}
