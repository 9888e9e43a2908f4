import { IconBook2 } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SearchFn } from '../../../components/feature-search.ts';
import { api } from '../../../lib/api/client.ts';
import '../texts.ts';

const MAX_SHOWN = 5;

/** Finds knowledge bases by name. */
export const findKnowledge: SearchFn = async (text, signal) => {
  const { data } = await api.knowledge.list({ search: text, limit: MAX_SHOWN }, { signal });
  return [
    {
      name: i18next.t('knowledge:title'),
      found: data.map(({ _id, name }) => ({
        id: `knowledge ${_id}`,
        label: name,
        icon: IconBook2,
        run: (navigate) => void navigate({ to: '/knowledge-base/$id', params: { id: _id } }),
      })),
    },
  ];
};
