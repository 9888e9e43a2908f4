import { Button, Group, Text } from '@mantine/core';
import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { describeBulkResult } from '../components/describe-bulk-result.ts';
import '../texts.ts';

/**
 * Undoes a whole import after one confirmation, then reports what was withdrawn and what had already been sent. `count`
 * is the number of messages that can still be withdrawn; with none, nothing is rendered.
 */
export function UndoImport(props: { importId: string; count: number; onDone?: (result: BulkResult) => void }) {
  const { t } = useTranslation('messages');
  const [isConfirming, setIsConfirming] = useState(false);
  const refusal = useRefusalText();
  const withdraw = useMutation(apiQuery.messages.withdrawImport.mutationOptions());
  if (withdraw.data) return <Notice tone="success">{describeBulkResult(t, 'withdrawn', withdraw.data)}</Notice>;
  // The list may refresh to zero before the response arrives.
  if (props.count === 0 && !withdraw.isPending) return null;
  if (!isConfirming) {
    return (
      <Button variant="subtle" color="red" onClick={() => setIsConfirming(true)}>
        {t('importing.undo')}
      </Button>
    );
  }
  return (
    <Group gap="xs" role="group" aria-label={t('importing.undo')}>
      <Text size="sm">{t('importing.undoHint')}</Text>
      {withdraw.error && <Notice tone="error">{refusal(withdraw.error)}</Notice>}
      <Button variant="default" disabled={withdraw.isPending} onClick={() => setIsConfirming(false)}>
        {t('importing.undoNot')}
      </Button>
      <Button
        color="red"
        loading={withdraw.isPending}
        // The confirmation replaces the button that opened it.
        autoFocus
        onClick={() => withdraw.mutate({ importId: props.importId }, { onSuccess: (result) => props.onDone?.(result) })}
      >
        {t('importing.withdraw', { count: props.count })}
      </Button>
    </Group>
  );
}
