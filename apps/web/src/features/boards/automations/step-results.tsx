import { Text } from '@mantine/core';
import type { StepResult } from '@switchyard/contracts/automations/operations';
import { useTranslation } from 'react-i18next';
import classes from '../components/boards.module.css';
import './texts.ts';

/** Actual or simulated results of a run's steps. */
export function StepResults({ steps }: { steps: readonly StepResult[] }) {
  const { t } = useTranslation('automations');
  const describe = ({ kind, outcome, reason, text }: StepResult) => {
    if (outcome === 'done') return t(`did.${kind}`, { text });
    const facts = { step: t(`stepKind.${kind}`), reason: reason ? t(`reason.${reason}`) : '' };
    return t(outcome === 'nothing' ? 'didNothing' : 'didRefuse', facts);
  };
  return (
    <ol className={classes.history}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by position
        <li key={index}>
          <Text size="sm" c={step.outcome === 'refused' ? 'var(--tone-error)' : 'inherit'} lineClamp={3} dir="auto">
            {describe(step)}
          </Text>
        </li>
      ))}
    </ol>
  );
}
