import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

interface Unwanted {
  number: string;
  /** False when the opt-out check failed. */
  isKnown: boolean;
  /** Label of the action. */
  act: string;
  onConfirm: () => void;
}

/**
 * Asks for confirmation before a person's message is sent again to a number that has opted out or whose opt-out check
 * fails. Automated messages skip the question: the server refuses them itself.
 */
export function useSuppressionCheck(message: MessageDetail): {
  isLooking: boolean;
  orAsk: (act: string, onConfirm: () => void) => Promise<void>;
  question: ReactNode;
} {
  const { t } = useTranslation('messages');
  const queries = useQueryClient();
  const [isLooking, setIsLooking] = useState(false);
  const [unwanted, setUnwanted] = useState<Unwanted | null>(null);
  const isByRule = message.origin === 'campaign' || message.origin === 'bot' || message.seriesId !== null;
  const mobile = message.contactList[0]?.mobile ?? '';
  const orAsk = async (act: string, onConfirm: () => void) => {
    if (isByRule) return onConfirm();
    setIsLooking(true);
    const check = apiQuery.suppression.check.queryOptions({ input: { mobile: mobile.slice(0, 32) }, staleTime: 0 });
    const found = await queries.fetchQuery(check).catch(() => null);
    setIsLooking(false);
    if (found === null) setUnwanted({ number: mobile, isKnown: false, act, onConfirm });
    else if (found.suppression) setUnwanted({ number: found.suppression.mobile, isKnown: true, act, onConfirm });
    else onConfirm();
  };
  const question = unwanted && (
    <ConfirmDialog
      isOpen
      title={t('detail.unwantedTitle')}
      confirm={unwanted.act}
      isRunning={false}
      onClose={() => setUnwanted(null)}
      onConfirm={() => {
        setUnwanted(null);
        unwanted.onConfirm();
      }}
    >
      {t(unwanted.isKnown ? 'compose.unwanted' : 'compose.unwantedUnknown', { number: unwanted.number })}
    </ConfirmDialog>
  );
  return { isLooking, orAsk, question };
}
