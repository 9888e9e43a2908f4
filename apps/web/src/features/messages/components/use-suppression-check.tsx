import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

interface Unwanted {
  number: string;
  /** False: they may have asked for no more, and nobody could say. */
  isKnown: boolean;
  /** What the act is called. */
  act: string;
  onConfirm: () => void;
}

/**
 * Before a message of a person's goes to somebody once more: asks them, where that number has asked for no more, or may
 * have. What a rule sent the server refuses by itself.
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
