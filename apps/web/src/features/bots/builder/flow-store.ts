import type { BotEdge, BotFlow, BotNode } from '@switchyard/contracts/bots/flow';
import { outletsOf } from '@switchyard/contracts/bots/flow';
import { temporal } from 'zundo';
import { createStore } from 'zustand/vanilla';

export interface FlowState {
  nodes: readonly BotNode[];
  edges: readonly BotEdge[];
  add(node: BotNode, after?: { from: string; outlet: string }): void;
  change(id: string, part: Partial<BotNode>): void;
  move(places: ReadonlyMap<string, { x: number; y: number }>): void;
  /** Leads a way out to a node; null: nowhere. */
  connect(from: string, outlet: string, to: string | null): void;
  /** The trigger stays. */
  remove(ids: ReadonlySet<string>): void;
  paste(nodes: readonly BotNode[], edges: readonly BotEdge[]): void;
  replace(flow: Pick<BotFlow, 'nodes' | 'edges'>): void;
}

const MAX_UNDONE = 100;
/** What is typed without a pause is one step back. */
const ONE_STEP_MS = 700;

/**
 * A flow that is being edited, with its past. Positions while a node is dragged are the canvas's own, so that a drag is
 * one step.
 */
export function createFlowStore({ nodes, edges }: Pick<BotFlow, 'nodes' | 'edges'>) {
  return createStore<FlowState>()(
    temporal(
      (set) => ({
        nodes,
        edges,
        add: (node, after) =>
          set((state) => ({
            nodes: [...state.nodes, node],
            edges: after ? connected(state.edges, after.from, after.outlet, node.id) : state.edges,
          })),
        change: (id, part) =>
          set((state) => {
            const changed = state.nodes.map((node) => (node.id === id ? ({ ...node, ...part } as BotNode) : node));
            const ways = new Set(changed.flatMap((one) => (one.id === id ? outletsOf(one) : [])));
            return {
              nodes: changed,
              edges: state.edges.filter(({ from, outlet }) => from !== id || ways.has(outlet)),
            };
          }),
        move: (places) => set((state) => ({ nodes: state.nodes.map((node) => ({ ...node, ...places.get(node.id) })) })),
        connect: (from, outlet, to) => set((state) => ({ edges: connected(state.edges, from, outlet, to) })),
        remove: (ids) =>
          set((state) => {
            const kept = state.nodes.filter(({ id, kind }) => kind === 'trigger' || !ids.has(id));
            const left = new Set(kept.map(({ id }) => id));
            return { nodes: kept, edges: state.edges.filter(({ from, to }) => left.has(from) && left.has(to)) };
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
            if (!isSameStep) (handle as (...given: unknown[]) => void)(past, replace, current);
          };
        },
      },
    ),
  );
}

export type FlowStore = ReturnType<typeof createFlowStore>;

/** One way out leads to one node. */
function connected(edges: readonly BotEdge[], from: string, outlet: string, to: string | null): BotEdge[] {
  const others = edges.filter((edge) => edge.from !== from || edge.outlet !== outlet);
  return to === null ? others : [...others, { from, outlet, to }];
}
