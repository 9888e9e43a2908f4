import { Button, CloseButton, Group } from '@mantine/core';
import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { bulkWords } from './bulk-words.ts';

/** Result of a bulk action. `undoId` identifies the action to undo. */
export interface BulkOutcome {
  did: 'cancelled' | 'moved' | 'retried';
  result: BulkResult;
  undoId?: string | null;
}

/** Reports what was changed, what was left unchanged and why, and offers undo where possible. */
export function BulkOutcomeNotice({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { did, result, undoId } = outcome;
  const moves = useMutation(apiQuery.messages.undoMove.mutationOptions());
  const cancels = useMutation(apiQuery.messages.undoCancel.mutationOptions());
  const undo = did === 'moved' ? moves : cancels;
  const undoIt = (id: string) => (did === 'moved' ? moves.mutate({ moveId: id }) : cancels.mutate({ cancelId: id }));
  const said = useRef<HTMLDivElement>(null);
  // The focused control disappeared with the selection.
  useEffect(() => said.current?.focus(), []);
  return (
    <Notice tone={undo.error ? 'error' : 'success'}>
      <Group ref={said} tabIndex={-1} gap="sm" wrap="nowrap" justify="space-between">
        <span>
          {undo.error
            ? refusal(undo.error)
            : undo.data
              ? bulkWords(t, did === 'moved' ? 'movedBack' : 'restored', undo.data)
              : bulkWords(t, did, result)}
        </span>
        <Group gap="xs" wrap="nowrap">
          {undoId && !undo.data && (
            <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undoIt(undoId)}>
              {t('bulk.undo')}
            </Button>
          )}
          <CloseButton aria-label={t('bulk.close')} onClick={onClose} />
        </Group>
      </Group>
    </Notice>
  );
}
