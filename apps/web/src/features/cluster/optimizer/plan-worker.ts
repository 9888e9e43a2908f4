import { type PlanNode, planConsolidation } from '@switchyard/cluster-rules/consolidation-plan';

/** A cluster is handed over in parts: `begin`, its nodes in portions, `plan`. Another `begin` in between forgets the one before. */
export type PlanRequest = 'begin' | PlanNode[] | 'plan';

let nodes: PlanNode[] = [];

/** Plans away from the page's own thread: at 20,000 pods it is more than a frame's work. */
self.onmessage = ({ data }: MessageEvent<PlanRequest>) => {
  if (data === 'begin') nodes = [];
  else if (data === 'plan') self.postMessage(planConsolidation(nodes));
  else nodes.push(...data);
};
