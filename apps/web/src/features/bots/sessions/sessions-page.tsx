import { Alert, Button, Group, Text } from '@mantine/core';
import type { BotSessionSummary } from '@switchyard/contracts/bots/sessions';
import { IconAlertTriangle, IconArrowLeft, IconMessages } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { loadDashboard } from '../api/load-dashboard.ts';
import { EventDistribution } from '../dashboard/event-distribution.tsx';
import '../texts.ts';
import { useSessionColumns } from './session-columns.tsx';
import type { SessionsSearch } from './sessions-search.ts';

/** `/sessions`: bot sessions by event or process type (spec 000 section 2.4). */
export function SessionsPage(props: {
  search: SessionsSearch;
  onPage: (page: number) => void;
  onOpen: (session: BotSessionSummary) => void;
  /** A filter was chosen from the available ones. */
  onFilter: (filter: { eventType: string } | { processType: string }) => void;
}) {
  const { t } = useTranslation('bots');
  const { eventType, processType, page, limit } = props.search;
  const isFiltered = eventType !== undefined || processType !== undefined;
  const found = useQuery(
    apiQuery.bots.sessions.queryOptions({
      input: {
        ...(eventType ? { eventType } : {}),
        ...(processType ? { processType } : {}),
        limit,
        skip: (page - 1) * limit,
      },
      enabled: isFiltered,
      placeholderData: keepPreviousData,
    }),
  );
  const figures = useQuery({ queryKey: ['bot-dashboard'], queryFn: loadDashboard, enabled: !isFiltered });
  const columns = useSessionColumns();
  const total = found.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / limit));
  const back = (
    <ButtonLink
      to="/bot-usage-dashboard"
      variant="default"
      leftSection={<IconArrowLeft size={16} className="flip-rtl" aria-hidden />}
    >
      {t('list.back')}
    </ButtonLink>
  );
  if (!isFiltered) {
    return (
      <PageFrame>
        <PageHeader title={t('sessions.title')} actions={back} />
        <Hint>{t('sessions.subtitle')}</Hint>
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('sessions.missing')}>
          {t('sessions.missingText')}
        </Alert>
        <EventDistribution data={figures.data ?? null} range="all" onOpen={props.onFilter} />
      </PageFrame>
    );
  }
  return (
    <ListPage
      title={titleOf(props.search)}
      actions={back}
      notices={
        <>
          <Hint>{t(eventType ? 'sessions.ofEventText' : 'sessions.ofProcessText')}</Hint>
          {found.error && (
            <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('sessions.failed')} role="alert">
              {found.error.message || t('sessions.unknown')}
            </Alert>
          )}
        </>
      }
      table={
        <DataTable
          label={t('sessions.title')}
          name="bot-sessions"
          columns={columns}
          rows={found.data?.data ?? []}
          rowId={(session) => session._id}
          isLoading={found.isPending}
          onOpen={props.onOpen}
          empty={!found.error ? <EmptyState icon={IconMessages} title={t('sessions.empty')} /> : null}
        />
      }
      footer={
        pages > 1 ? (
          <Group justify="flex-end" gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              disabled={page <= 1 || found.isFetching}
              onClick={() => props.onPage(page - 1)}
            >
              {t('list.previous')}
            </Button>
            <Text size="sm" aria-live="polite">
              {t('sessions.pageOf', {
                page: formatNumber(page),
                pages: formatNumber(pages),
                total: formatNumber(total),
              })}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              disabled={page >= pages || found.isFetching}
              onClick={() => props.onPage(page + 1)}
            >
              {t('list.next')}
            </Button>
          </Group>
        ) : undefined
      }
    />
  );

  function titleOf({ eventType: event, processType: process }: SessionsSearch): string {
    if (event && process) return t('sessions.ofBoth', { event, process });
    if (event) return t('sessions.ofEvent', { type: event });
    return process ? t('sessions.ofProcess', { type: process }) : t('sessions.title');
  }
}
