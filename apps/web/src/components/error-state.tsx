import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api/api-error.ts';
import { failureText } from './failure-text.ts';
import { Heading } from './heading.tsx';
import { Hint } from './hint.tsx';
import classes from './state-block.module.css';
import './texts.ts';

/** What could not be loaded or shown, the way on, and what to quote when asking for help. */
export function ErrorState({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  const { t } = useTranslation('shell');
  const requestId = error instanceof ApiError ? error.requestId : null;
  const isOffline = error instanceof ApiError && error.code === 'OFFLINE';
  return (
    <div className={classes.block} role="alert">
      <span className={classes.icon} data-tone="error">
        <IconAlertTriangle size={24} aria-hidden />
      </span>
      <Heading size="h3">{title ?? t(isOffline ? 'error.away' : 'error.title')}</Heading>
      {!(isOffline && title === undefined) && <Hint maw={420}>{failureText(error)}</Hint>}
      {onRetry && (
        <Button variant="default" mt={8} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
      {requestId && (
        <Hint size="xs" ff="monospace">
          {t('error.requestId', { id: requestId })}
        </Hint>
      )}
    </div>
  );
}
