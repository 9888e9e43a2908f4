import type { BotNode, FlowFault } from '@switchyard/contracts/bots/flow';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { AddStep } from './add-step.tsx';
import classes from './builder.module.css';
import { KindIcon } from './kind-icon.tsx';
import { outletsWithNames } from './outlets.ts';
import { summaryOf } from './summary.ts';

export type StepNode = Node<
  {
    step: BotNode;
    faults: readonly FlowFault[];
    lit: 'now' | 'passed' | null;
    /** Outlets that are not connected yet. */
    open: readonly string[];
    /** It is the only step. */
    isAlone: boolean;
  },
  'step'
>;

/** A node on the canvas: its kind, summary, outlets and faults. */
export function CanvasNode({ data, selected }: NodeProps<StepNode>) {
  const { t } = useTranslation('bots');
  const { step, lit, open, isAlone } = data;
  const faults = data.faults.map(({ message }) => translateText(message));
  return (
    <div
      className={classes.node}
      data-kind={step.kind}
      data-selected={selected || undefined}
      data-lit={lit ?? undefined}
    >
      {step.kind !== 'trigger' && <Handle type="target" position={Position.Left} className={classes.handle ?? ''} />}
      <div className={classes.nodeHead}>
        <KindIcon kind={step.kind} />
        <span className={classes.nodeKind}>{t(`kinds.${step.kind}`)}</span>
        {faults.length > 0 && (
          <span className={classes.fault} title={faults.join('\n')}>
            <IconAlertTriangle size={16} aria-label={faults.join(' ')} />
          </span>
        )}
      </div>
      {step.name && (
        <div className={classes.nodeName} dir="auto">
          {step.name}
        </div>
      )}
      <div className={classes.summary} dir="auto">
        {summaryOf(t, step)}
      </div>
      {outletsWithNames(t, step).map(({ outlet, name }) => (
        <div key={outlet} className={classes.outlet}>
          <bdi>{name}</bdi>
          <Handle id={outlet} type="source" position={Position.Right} className={classes.handle ?? ''} />
          {open.includes(outlet) && (
            <span className={`${classes.open} nodrag nopan`}>
              <AddStep step={step} outlet={outlet} {...(isAlone && { text: t('builder.addFirst') })} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
