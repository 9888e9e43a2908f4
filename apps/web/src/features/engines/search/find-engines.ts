import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import { IconPlugConnected } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SearchFn } from '../../../components/feature-search.ts';
import { api } from '../../../lib/api/client.ts';
import '../texts.ts';

const MAX_SHOWN = 5;

/** Finds engines by name or number. Plans allow so few that the server has no search for them. */
export const findEngines: SearchFn = async (text, signal) => {
  const { data } = await api.engines.list({ limit: MAX_PAGE_SIZE }, { signal });
  const query = text.toLocaleLowerCase();
  const matching = data.filter(({ name, phoneNumber }) =>
    `${name} ${phoneNumber ?? ''}`.toLocaleLowerCase().includes(query),
  );
  return [
    {
      name: i18next.t('engines:title'),
      found: matching.slice(0, MAX_SHOWN).map(({ _id, name, phoneNumber }) => ({
        id: `engine ${_id}`,
        label: name,
        ...(phoneNumber ? { description: phoneNumber } : {}),
        icon: IconPlugConnected,
        run: (navigate) => void navigate({ to: '/engine-explorer/$engineId', params: { engineId: _id } }),
      })),
    },
  ];
};
