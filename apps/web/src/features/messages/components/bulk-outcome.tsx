import { Button, CloseButton, Group } from '@mantine/core';
import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { describeBulkResult } from './describe-bulk-result.ts';

/** Result of a bulk action. `undoId` identifies the action to undo. */
export interface BulkOutcome {
  action: 'cancelled' | 'moved' | 'retried';
  result: BulkResult;
  undoId?: string | null;
}

/** Reports what was changed, what was left unchanged and why, and offers undo where possible. */
export function BulkOutcomeNotice({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { action, result, undoId } = outcome;
  const moves = useMutation(apiQuery.messages.undoMove.mutationOptions());
  const cancels = useMutation(apiQuery.messages.undoCancel.mutationOptions());
  const undo = action === 'moved' ? moves : cancels;
  const runUndo = (id: string) =>
    action === 'moved' ? moves.mutate({ moveId: id }) : cancels.mutate({ cancelId: id });
  const notice = useRef<HTMLDivElement>(null);
  // The focused control disappeared with the selection.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice tone={undo.error ? 'error' : 'success'}>
      <Group ref={notice} tabIndex={-1} gap="sm" wrap="nowrap" justify="space-between">
        <span>
          {undo.error
            ? refusal(undo.error)
            : undo.data
              ? describeBulkResult(t, action === 'moved' ? 'movedBack' : 'restored', undo.data)
              : describeBulkResult(t, action, result)}
        </span>
        <Group gap="xs" wrap="nowrap">
          {undoId && !undo.data && (
            <Button size="xs" variant="default" loading={undo.isPending} onClick={() => runUndo(undoId)}>
              {t('bulk.undo')}
            </Button>
          )}
          <CloseButton aria-label={t('bulk.close')} onClick={onClose} />
        </Group>
      </Group>
    </Notice>
  );
}
