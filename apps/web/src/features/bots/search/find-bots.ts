import { IconRobot } from '@tabler/icons-react';
import i18next from 'i18next';
import type { SearchFn } from '../../../components/feature-search.ts';
import { api } from '../../../lib/api/client.ts';
import '../texts.ts';

const MAX_SHOWN = 5;

/** Finds bots of the workspace by name or description. */
export const findBots: SearchFn = async (text, signal) => {
  const { data } = await api.bots.list({ limit: MAX_SHOWN, search: text }, { signal });
  return [
    {
      name: i18next.t('bots:list.title'),
      found: data.map(({ _id, name, description }) => ({
        id: `bot ${_id}`,
        label: name,
        ...(description ? { description } : {}),
        icon: IconRobot,
        run: (navigate) => void navigate({ to: '/bot-detail-view/$botId', params: { botId: _id } }),
      })),
    },
  ];
};
