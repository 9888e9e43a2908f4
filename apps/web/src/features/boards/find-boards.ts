import { IconTable } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SearchFn } from '../../components/feature-search.ts';
import { api } from '../../lib/api/client.ts';
import './texts.ts';

const MAX_SHOWN = 5;

/** Finds boards and items by name. */
export const findBoards: SearchFn = async (text, signal) => {
  const [{ data }, items] = await Promise.all([
    api.boards.list({ search: text, limit: MAX_SHOWN }, { signal }),
    api.boards.findItems({ search: text, limit: MAX_SHOWN }, { signal }),
  ]);
  return [
    {
      name: i18next.t('boards:title'),
      found: data.map(({ _id, name }) => ({
        id: `board ${_id}`,
        label: name,
        icon: IconTable,
        run: (navigate) => void navigate({ to: '/boards/$boardId', params: { boardId: _id } }),
      })),
    },
    {
      name: i18next.t('boards:itemsFound'),
      found: items.data.map(({ item: { _id, boardId }, title, boardName }) => ({
        id: `item ${_id}`,
        label: `${title} · ${boardName}`,
        icon: IconTable,
        run: (navigate) => void navigate({ to: '/boards/$boardId', params: { boardId }, search: { item: _id } }),
      })),
    },
  ];
};
