import { IconArrowForwardUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../hint.tsx';
import classes from './said-before.module.css';
import './texts.ts';

/** Marks a forwarded message. */
export function ForwardedMark() {
  const { t } = useTranslation('conversation');
  return (
    <Hint size="xs" className={classes.mark}>
      <IconArrowForwardUp size={14} aria-hidden /> {t('forwarded')}
    </Hint>
  );
}

/** Earlier versions of an edited message. */
export function EarlierVersions({ versions }: { versions: readonly { text: string; at: string }[] }) {
  const { t } = useTranslation('conversation');
  if (versions.length === 0) return null;
  return (
    <details className={classes.earlier}>
      <summary>{t('earlier')}</summary>
      <ol>
        {versions.map(({ text, at }) => (
          <li key={`${at} ${text}`}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ol>
    </details>
  );
}
