import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import type { ImportState } from './import-state.ts';
import { RowErrors } from './row-error-list.tsx';
import { skippedLines } from './skipped-lines.ts';
import { UndoImport } from './undo-import.tsx';

/** Result of an import, with each failed row, and undo. */
export function EndedStep(props: {
  state: Extract<ImportState, { step: 'ended' }>;
  onAgain: () => void;
  onSaveFaults: () => void;
  onAnother: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const [isUndone, setIsUndone] = useState(false);
  const { importId, outcome, plan } = props.state;
  const failed = outcome.failed + plan.faultyRows;
  const faults = [...plan.faults, ...outcome.faults].sort((a, b) => a.row - b.row);
  const leftOut = skippedLines(t, plan);
  return (
    <Stack gap="sm">
      {outcome.imported > 0 && (
        <Alert color="green" role="status" title={t('importing.success', { n: outcome.imported })} />
      )}
      {failed > 0 && (
        <Alert color="red" role="alert" title={t('importing.failed', { n: failed })}>
          <RowErrors faults={faults} count={failed} onSave={props.onSaveFaults} />
        </Alert>
      )}
      {leftOut.length > 0 && (
        <Alert color="gray" title={t('importing.leftOut')}>
          {leftOut.join(' ')}
        </Alert>
      )}
      {outcome.unsent > 0 && !isUndone && (
        <Alert color="yellow" title={t('importing.unsent', { count: outcome.unsent })}>
          {outcome.isCancelled ? t('importing.keptAfterStop') : refusal(outcome.error)}
        </Alert>
      )}
      {outcome.imported > 0 && (
        <UndoImport importId={importId} count={outcome.imported} onDone={() => setIsUndone(true)} />
      )}
      <Group justify="flex-end" gap="xs">
        {outcome.unsent > 0 && !isUndone && (
          <Button variant="default" onClick={props.onAgain}>
            {t('importing.resume')}
          </Button>
        )}
        <Button variant="default" onClick={props.onAnother}>
          {t('importing.another')}
        </Button>
        <Button onClick={props.onClose}>{t('importing.done')}</Button>
      </Group>
    </Stack>
  );
}
