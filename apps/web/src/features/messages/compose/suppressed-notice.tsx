import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import type { Addressee } from './addressees.ts';

/** Warns before a manual message to numbers that have opted out or whose opt-out check failed. The person decides. */
export function SuppressedNotice({ people }: { people: readonly Addressee[] }) {
  const { t } = useTranslation('messages');
  const { unwanted, unknown } = useQueries({
    queries: people.map(({ mobile }) =>
      apiQuery.suppression.check.queryOptions({ input: { mobile: mobile.slice(0, 32) } }),
    ),
    combine: (answers) => ({
      unwanted: answers.flatMap(({ data }) => data?.suppression?.mobile ?? []),
      unknown: answers.flatMap(({ isError }, index) => (isError ? (people[index]?.mobile ?? []) : [])),
    }),
  });
  return (
    <>
      {unwanted.map((number) => (
        <Notice key={number} tone="error">
          {t('compose.unwanted', { number })}
        </Notice>
      ))}
      {unknown.map((number) => (
        <Notice key={number} tone="error">
          {t('compose.unwantedUnknown', { number })}
        </Notice>
      ))}
    </>
  );
}
