import { type PlanNode, planConsolidation } from '../rules/consolidation-plan.ts';

/** Plans away from the page's own thread: at 20,000 pods it is more than a frame's work. */
self.onmessage = (event: MessageEvent<PlanNode[]>) => {
  self.postMessage(planConsolidation(event.data));
};
