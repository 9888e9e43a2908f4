import { Button, Group, Modal } from '@mantine/core';
import type { ReportFigure, ReportRow } from '@switchyard/contracts/inbox/reports';
import { IconDownload, IconInbox } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toastError } from '../../../components/toasts.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { exportReportRows } from '../api/export-report.ts';
import { inboxReportRows } from '../api/inbox.ts';
import { formatDuration } from '../format-duration.ts';
import classes from './report.module.css';

const PAGE_SIZE = 50;

/** The rows to load, with a title. */
export interface ReportRowsQuery {
  figure: ReportFigure;
  from: string;
  to: string;
  name: string;
  userId?: string;
  teamId?: string;
}

/** The conversations behind a figure of the report. */
export function ReportRows({ query: { name, ...query }, onClose }: { query: ReportRowsQuery; onClose: () => void }) {
  const { t } = useTranslation('inbox');
  const [page, setPage] = useState(0);
  const found = useQuery(inboxReportRows({ ...query, limit: PAGE_SIZE, skip: page * PAGE_SIZE }));
  const columns = useColumns();
  const save = useMutation({
    mutationFn: () =>
      exportReportRows(query, [
        t('report.when'),
        t('report.conversation'),
        t('report.number'),
        t('report.by'),
        t('team'),
        t('report.tookMinutes'),
        t('report.figures.rated'),
      ]),
    onError: (error) => toastError(failureText(error)),
  });
  const title = t('report.rows', { figure: t(`report.figures.${query.figure}`), name });
  return (
    <Modal opened onClose={onClose} size="xl" title={title}>
      <div className={classes.rows}>
        <QueryTable
          label={title}
          name="inbox-report"
          columns={columns}
          found={found}
          empty={<EmptyState icon={IconInbox} title={t('report.none')} />}
        />
      </div>
      <Group justify="space-between" mt="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('report.export')}
        </Button>
        <Pages
          page={page}
          size={PAGE_SIZE}
          total={found.data?.total}
          isLoading={found.isPlaceholderData}
          onPage={setPage}
        />
      </Group>
    </Modal>
  );
}

function useColumns(): DataColumn<ReportRow>[] {
  const { t } = useTranslation('inbox');
  return useMemo(
    () => [
      {
        id: 'conversation',
        name: t('report.conversation'),
        isFixed: true,
        cell: ({ conversationId, name, chat }) => (
          <AnchorLink to="/bt-team-inbox" search={{ conversation: conversationId }}>
            <bdi>{name ?? chat}</bdi>
          </AnchorLink>
        ),
      },
      { id: 'when', name: t('report.when'), cell: ({ at }) => <RelativeTime at={at} exact /> },
      { id: 'by', name: t('report.by'), cell: ({ by }) => <bdi>{by ?? ''}</bdi> },
      { id: 'team', name: t('team'), cell: ({ team }) => <bdi>{team ?? ''}</bdi> },
      {
        id: 'took',
        name: t('report.took'),
        cell: ({ businessMs }) => (businessMs === null ? '' : formatDuration(businessMs)),
      },
      {
        id: 'score',
        name: t('report.figures.rated'),
        cell: ({ score }) => (score === null ? '' : formatNumber(score)),
      },
    ],
    [t],
  );
}
