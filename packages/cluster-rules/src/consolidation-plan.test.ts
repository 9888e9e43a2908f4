import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefilled, MEMORY_CEILING, type PlanNode, type PlanPod, planConsolidation } from './consolidation-plan.ts';

const GI = 1024 ** 3;
let uid = 0;
const pod = (gi: number, sessions = 1, more: Partial<PlanPod> = {}): PlanPod => {
  uid += 1;
  const bytes = gi * GI;
  return {
    uid: `${uid}`,
    name: `pod-${uid}`,
    namespace: 'n',
    memoryBytes: bytes,
    millicores: 100,
    requestedBytes: bytes / 2,
    requestedMillicores: 50,
    sessions,
    ...more,
  };
};
const node = (name: string, pods: PlanPod[], more: Partial<PlanNode> = {}): PlanNode => ({
  name,
  type: 'gateway',
  isReady: true,
  allocatableBytes: 30 * GI,
  allocatableMillicores: 4000,
  memoryBytes: pods.reduce((sum, one) => sum + one.memoryBytes, 0),
  millicores: pods.length * 100,
  pods,
  ...more,
});
const emptied = (nodes: PlanNode[]) => planConsolidation(nodes).steps.map((step) => step.nodeName);

describe('consolidation plan', () => {
  it('empties the node with the fewest sessions into the fullest that takes it', () => {
    const plan = planConsolidation([
      node('busy', [pod(10, 5), pod(8, 5)]),
      node('half', [pod(9, 4)]),
      node('idle', [pod(2, 1), pod(1, 1)]),
    ]);
    expect(plan.steps[0]).toMatchObject({
      nodeName: 'idle',
      movedSessions: 2,
      movedBytes: 3 * GI,
      savedBytes: 30 * GI,
      savedMillicores: 4000,
    });
    expect(plan.steps[0]?.moves.map((move) => move.to)).toEqual(['busy', 'busy']);
    expect(plan.savedBytes).toBe(plan.steps.length * 30 * GI);
  });

  it('empties an idle node without moves, and never the last of its type', () => {
    expect(emptied([node('a', []), node('b', [])])).toEqual(['a']);
    expect(emptied([node('a', [])])).toEqual([]);
  });

  it('keeps gateway and normal nodes apart', () => {
    expect(emptied([node('gateway', [pod(1)]), node('normal', [], { type: 'normal' })])).toEqual([]);
  });

  it('respects memory headroom by usage and by requests', () => {
    expect(emptied([node('a', [pod(6)]), node('b', [pod(19)])])).toEqual([]);
    expect(emptied([node('a', [pod(5)]), node('b', [pod(19)])])).toEqual(['a']);
    expect(
      emptied([node('a', [pod(1, 1, { requestedBytes: 6 * GI })], { memoryBytes: 6 * GI }), node('b', [pod(19)])]),
    ).toEqual([]);
    expect(emptied([node('a', [pod(1, 1, { requestedMillicores: 3960 })]), node('b', [pod(2, 5)])])).toEqual([]);
  });

  it('leaves nodes alone that are not ready or hold a pod that must stay; a DaemonSet goes with its node', () => {
    expect(emptied([node('a', [pod(1)]), node('b', [], { isReady: false })])).toEqual([]);
    expect(emptied([node('a', [pod(1, 0, { pinned: 'critical' })]), node('b', [pod(25, 9)])])).toEqual([]);
    const daemon = planConsolidation([node('a', [pod(1, 0, { pinned: 'DaemonSet' })]), node('b', [pod(20, 9)])]);
    expect(daemon.steps).toMatchObject([{ nodeName: 'a', moves: [] }]);
  });

  it('never overfills a node, moves no pod twice and empties whole nodes only, whatever the cluster', () => {
    const anyPod = fc.record({ gi: fc.integer({ min: 0, max: 12 }), sessions: fc.integer({ min: 0, max: 3 }) });
    const anyNodes = fc.array(fc.array(anyPod, { maxLength: 6 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(anyNodes, (shape) => {
        const nodes = shape.map((pods, at) =>
          node(
            `n${at}`,
            pods.map((one) => pod(one.gi, one.sessions)),
          ),
        );
        const { steps } = planConsolidation(nodes);
        const gone = new Set(steps.map((step) => step.nodeName));
        const moves = steps.flatMap((step) => step.moves);
        expect(new Set(moves.map((move) => move.pod.uid)).size).toBe(moves.length);
        expect(moves.every((move) => gone.has(move.from) && !gone.has(move.to))).toBe(true);
        for (const step of steps)
          expect(step.moves).toHaveLength(nodes.find((one) => one.name === step.nodeName)?.pods.length ?? -1);
        for (const one of nodes) {
          const arrived = moves
            .filter((move) => move.to === one.name)
            .reduce((sum, move) => sum + move.pod.memoryBytes, 0);
          if (arrived > 0) expect(one.memoryBytes + arrived).toBeLessThanOrEqual(one.allocatableBytes * MEMORY_CEILING);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('plans 1,000 nodes with 20,000 pods within 2 seconds', () => {
    const nodes = Array.from({ length: 1000 }, (_, at) =>
      node(
        `n${at}`,
        Array.from({ length: 20 }, (_, one) => pod(((at + one) % 5) / 4, one % 2)),
      ),
    );
    const startedAt = performance.now();
    expect(planConsolidation(nodes).steps.length).toBe(50);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('a step under way', () => {
  const [step] = planConsolidation([node('a', [pod(2)]), node('b', [pod(9)])]).steps;
  if (!step) throw new Error('there is no step');
  const planned = step.moves[0]?.pod.uid ?? '';
  const came = (uid: string, createdAtMs: number, pinned?: string) =>
    isRefilled(step, [{ uid, createdAtMs, pinned }], 10_000);

  it('has failed when another pod was made on its node since it began', () => {
    expect(came('new', 12_000)).toBe(true);
    // Creation times are whole seconds: one of the same second may have come after.
    expect(came('new', 9_000)).toBe(true);
  });

  it('goes on while there are only its own pods, older ones and those of the node itself', () => {
    expect(came(planned, 12_000)).toBe(false);
    expect(came('older', 8_000)).toBe(false);
    expect(came('agent', 12_000, 'DaemonSet')).toBe(false);
    expect(isRefilled(step, [], 10_000)).toBe(false);
  });
});
