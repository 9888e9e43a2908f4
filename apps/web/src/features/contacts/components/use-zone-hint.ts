import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';

const TYPING_PAUSE_MS = 300;

/** Describes the zone used when none is set: the zone of the number's country, or the workspace's. */
export function useZoneHint(mobile: string): string {
  const { t } = useTranslation('contacts');
  const { workspace } = useMe();
  const [debounced] = useDebouncedValue(mobile.trim(), TYPING_PAUSE_MS);
  const found = useQuery(
    apiQuery.contacts.lookUp.queryOptions({
      input: { mobiles: [debounced.slice(0, 32)] },
      enabled: debounced !== '',
      placeholderData: keepPreviousData,
    }),
  );
  const [person] = (debounced === '' ? null : found.data) ?? [];
  if (person?.source === 'number') return t('form.zoneByNumber', { zone: person.zone });
  return person?.source === 'contact' ? t('form.zoneAssumed') : t('form.zoneHint', { zone: workspace.zone });
}
