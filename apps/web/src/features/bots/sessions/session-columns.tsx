import type { BotSessionSummary } from '@switchyard/contracts/bots/sessions';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { translateText } from '../../../lib/api/translate-text.ts';
import '../texts.ts';

type Column = DataColumn<BotSessionSummary>;

/** Columns of spec 000 section 2.4. */
export function useSessionColumns(): Column[] {
  const { t } = useTranslation('bots');
  return useMemo(
    () => [
      { id: 'id', name: t('sessions.columns.id'), width: 300, isFixed: true, cell: ({ _id }) => <code>{_id}</code> },
      { id: 'botId', name: t('sessions.columns.botId'), width: 300, cell: ({ botId }) => <code>{botId}</code> },
      ...stateAndTimes(t),
    ],
    [t],
  );
}

/** Columns within a bot, with the contact and why the session ended. */
export function useOwnSessionColumns(): Column[] {
  const { t } = useTranslation('bots');
  return useMemo(() => {
    const [state, ...times] = stateAndTimes(t);
    return [
      {
        id: 'contact',
        name: t('session.by.them'),
        width: 200,
        isFixed: true,
        cell: ({ contactName, chat, _id }) => <bdi>{contactName ?? chat ?? _id}</bdi>,
      },
      state,
      { id: 'reason', name: '', width: 320, cell: ({ reason }) => reason && translateText(reason) },
      ...times,
    ];
  }, [t]);
}

const stateAndTimes = (t: TFunction<'bots'>): [Column, Column, Column] => [
  {
    id: 'status',
    name: t('sessions.columns.status'),
    width: 130,
    cell: ({ status }) => <StatusBadge context="botSession" state={status} />,
  },
  {
    id: 'createdAt',
    name: t('sessions.columns.createdAt'),
    width: 140,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'updatedAt',
    name: t('sessions.columns.updatedAt'),
    width: 140,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];
