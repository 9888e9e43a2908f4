import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

interface PendingAction {
  number: string;
  /** False when the opt-out check failed. */
  isKnown: boolean;
  /** Label of the action. */
  label: string;
  onConfirm: () => void;
}

/**
 * Asks for confirmation before a person's message is sent again to a number that has opted out or whose opt-out check
 * fails. Automated messages skip the question: the server refuses them itself.
 */
export function useSuppressionCheck(message: MessageDetail): {
  isChecking: boolean;
  confirmIfSuppressed: (label: string, onConfirm: () => void) => Promise<void>;
  question: ReactNode;
} {
  const { t } = useTranslation('messages');
  const queries = useQueryClient();
  const [isChecking, setIsChecking] = useState(false);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const isAutomated = message.origin === 'campaign' || message.origin === 'bot' || message.seriesId !== null;
  const mobile = message.contactList[0]?.mobile ?? '';
  const confirmIfSuppressed = async (label: string, onConfirm: () => void) => {
    if (isAutomated) return onConfirm();
    setIsChecking(true);
    const check = apiQuery.suppression.check.queryOptions({ input: { mobile: mobile.slice(0, 32) }, staleTime: 0 });
    const found = await queries.fetchQuery(check).catch(() => null);
    setIsChecking(false);
    if (found === null) setPending({ number: mobile, isKnown: false, label, onConfirm });
    else if (found.suppression) setPending({ number: found.suppression.mobile, isKnown: true, label, onConfirm });
    else onConfirm();
  };
  const question = pending && (
    <ConfirmDialog
      isOpen
      title={t('detail.unwantedTitle')}
      confirm={pending.label}
      isRunning={false}
      onClose={() => setPending(null)}
      onConfirm={() => {
        setPending(null);
        pending.onConfirm();
      }}
    >
      {t(pending.isKnown ? 'compose.unwanted' : 'compose.unwantedUnknown', { number: pending.number })}
    </ConfirmDialog>
  );
  return { isChecking, confirmIfSuppressed, question };
}
