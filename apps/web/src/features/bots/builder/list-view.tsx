import type { FlowFault } from '@switchyard/contracts/bots/flow';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { AddStep } from './add-step.tsx';
import classes from './builder.module.css';
import type { FlowStore } from './flow-store.ts';
import { KindIcon } from './kind-icon.tsx';
import { outletsWithNames } from './outlets.ts';
import { summaryOf } from './summary.ts';

/**
 * The same nodes as a list, in the order in which they were added, for keyboards and screen readers: the selection is
 * edited beside it, including its connections.
 */
export function ListView(props: {
  store: FlowStore;
  faults: readonly FlowFault[];
  chosen: string | null;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation('bots');
  const steps = useStore(props.store, (state) => state.nodes);
  const edges = useStore(props.store, (state) => state.edges);
  const nameOf = (id: string) => {
    const step = steps.find((step) => step.id === id);
    return step ? step.name || t(`kinds.${step.kind}`) : id;
  };
  return (
    <ol className={classes.list} aria-label={t('builder.list')}>
      {steps.map((step) => {
        const stepFaults = props.faults.filter(({ nodeId }) => nodeId === step.id);
        return (
          <li key={step.id}>
            <button
              type="button"
              className={classes.listStep}
              aria-current={props.chosen === step.id}
              onClick={() => props.onChoose(step.id)}
            >
              <span className={classes.nodeHead}>
                <KindIcon kind={step.kind} />
                <span>
                  <span className={classes.nodeKind}>{t(`kinds.${step.kind}`)}</span>{' '}
                  <bdi className={classes.nodeName}>{step.name}</bdi>
                </span>
                {stepFaults.length > 0 && (
                  <span className={classes.fault}>
                    <IconAlertTriangle size={16} aria-hidden />{' '}
                    {stepFaults.map(({ message }) => translateText(message)).join(' ')}
                  </span>
                )}
              </span>
              <span className={classes.summary} dir="auto">
                {summaryOf(t, step)}
              </span>
            </button>
            <span className={classes.ways}>
              {outletsWithNames(t, step).map(({ outlet, name }) => {
                const edge = edges.find((edge) => edge.from === step.id && edge.outlet === outlet);
                return (
                  <span key={outlet} className={classes.way}>
                    <span>
                      <bdi>{name}</bdi> → <bdi>{edge ? nameOf(edge.to) : t('builder.nowhere')}</bdi>
                    </span>
                    <AddStep
                      step={step}
                      outlet={outlet}
                      isOnLine={edge !== undefined}
                      {...(steps.length === 1 && { text: t('builder.addFirst') })}
                    />
                  </span>
                );
              })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
