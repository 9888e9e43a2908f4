import type { BotDeployment } from '@switchyard/contracts/bots/operations';
import { IconRocket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import classes from './detail.module.css';

const MAX_SHOWN = 100;

/** Deployments of a bot, newest first. */
export function BotDeployments({ botId }: { botId: string }) {
  const { t } = useTranslation('bots');
  const found = useQuery(apiQuery.bots.deployments.queryOptions({ input: { id: botId, limit: MAX_SHOWN } }));
  const columns = useMemo<DataColumn<BotDeployment>[]>(
    () => [
      {
        id: 'version',
        name: t('detail.facts.version'),
        width: 110,
        isFixed: true,
        cell: ({ versionNumber }) => formatNumber(versionNumber),
      },
      {
        id: 'deployed',
        name: t('detail.facts.deployed'),
        width: 150,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
      {
        id: 'until',
        name: t('detail.facts.status'),
        width: 150,
        cell: ({ endedAt }) => (endedAt ? <RelativeTime at={endedAt} /> : t('detail.running')),
      },
      {
        id: 'answers',
        name: t('detail.facts.answers'),
        width: 220,
        cell: ({ contactRule, numbers }) =>
          contactRule === 'all' ? t('detail.rule.all') : t(`detail.rule.${contactRule}`, { count: numbers.length }),
      },
      { id: 'by', name: t('detail.facts.by'), width: 180, cell: ({ createdBy }) => <bdi>{createdBy ?? '–'}</bdi> },
    ],
    [t],
  );
  return (
    <Card as="div" className={classes.table}>
      <QueryTable
        label={t('detail.tabs.deployments')}
        name="bot-deployments"
        columns={columns}
        found={found}
        empty={<EmptyState icon={IconRocket} title={t('detail.noDeployments')} />}
      />
    </Card>
  );
}
