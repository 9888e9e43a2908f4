import type { BotNode } from '@switchyard/contracts/bots/flow';
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { AddStep } from './add-step.tsx';
import classes from './builder.module.css';

export type FlowLine = Edge<{ step: BotNode; outlet: string }, 'line'>;

/** From an outlet to the next step, with a "+" in between. */
export function CanvasLine({ id, data, selected, markerEnd, ...place }: EdgeProps<FlowLine>) {
  const [path, x, y] = getBezierPath(place);
  return (
    <>
      <BaseEdge id={id} path={path} {...(markerEnd && { markerEnd })} />
      {data && (
        <EdgeLabelRenderer>
          <div
            className={`${classes.onLine} nodrag nopan`}
            data-selected={selected || undefined}
            style={{ translate: `calc(${x}px - 50%) calc(${y}px - 50%)` }}
          >
            <AddStep step={data.step} outlet={data.outlet} isOnLine />
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
}
