import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import type { CodeLife } from './code-life.ts';
import classes from './pairing.module.css';

/** Remaining validity of the displayed code. Screen readers announce changes of state, not every second. */
export function Countdown({ life }: { life: CodeLife }) {
  const { t } = useTranslation('engines');
  return (
    <span className={classes.left}>
      <span role="timer">{textOf(life)}</span>
      <VisuallyHidden role="status">
        {life.state === 'changing' && t('pairing.changing')}
        {life.state === 'over' && t('pairing.over')}
      </VisuallyHidden>
    </span>
  );

  function textOf(of: CodeLife): string {
    if (of.state === 'unknown') return t('pairing.mayExpire');
    if (of.state !== 'valid') return t(`pairing.${of.state}`);
    return t('pairing.validFor', {
      time: `${Math.floor(of.seconds / 60)}:${String(of.seconds % 60).padStart(2, '0')}`,
    });
  }
}
