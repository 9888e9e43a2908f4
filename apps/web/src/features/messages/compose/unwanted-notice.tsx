import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

const TYPING_PAUSE_MS = 300;
const LOOKS_LIKE_A_NUMBER = /^[+\d][\d\s()./-]{6,}$/;

/** Warns who writes by hand to a number that wants no messages; it is theirs to decide. */
export function UnwantedNotice({ to }: { to: string }) {
  const { t } = useTranslation('messages');
  const [mobile] = useDebouncedValue(to.trim(), TYPING_PAUSE_MS);
  const isNumber = LOOKS_LIKE_A_NUMBER.test(mobile);
  const found = useQuery(
    apiQuery.suppression.check.queryOptions({ input: { mobile: mobile.slice(0, 32) }, enabled: isNumber }),
  );
  const { suppression } = found.data ?? {};
  if (!isNumber || !suppression) return null;
  return <Notice tone="error">{t('compose.unwanted', { number: suppression.mobile })}</Notice>;
}
