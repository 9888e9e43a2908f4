import { useTranslation } from 'react-i18next';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import '../texts.ts';
import { faultText } from '../../../components/failure-text.ts';

/** Describes why a change was refused. A message that can no longer change is described with its current status. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  return (error) => {
    if (error instanceof ApiError && error.code === 'TOO_LATE') {
      const status = (error.data as { status?: unknown } | null)?.status;
      if (status === 'pending') return t('changedMeanwhile');
      return t('tooLate', { status: typeof status === 'string' ? word(status) : '?' });
    }
    return faultText(error);
  };
}
