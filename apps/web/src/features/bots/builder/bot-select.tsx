import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

const MAX_OPTIONS = 200;

/** Chooses another bot of the workspace whose flow continues the conversation. */
export function BotSelect({ value, onChange }: { value: string | null; onChange: (botId: string | null) => void }) {
  const { t } = useTranslation('bots');
  const found = useQuery(apiQuery.bots.list.queryOptions({ input: { limit: MAX_OPTIONS, sort: 'name' } }));
  const bots = found.data?.data ?? [];
  return (
    <NativeSelect
      label={t('builder.bot')}
      value={value ?? ''}
      data={[
        { value: '', label: t('builder.nowhere') },
        ...bots.map((bot) => ({ value: bot._id, label: bot.name || t('list.untitled') })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
