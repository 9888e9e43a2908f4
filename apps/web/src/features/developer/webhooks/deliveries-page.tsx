import { Button, Code, Text } from '@mantine/core';
import type { WebhookDelivery } from '@switchyard/contracts/webhooks/operations';
import { DELIVERY_STATES } from '@switchyard/contracts/webhooks/states';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { QueryTable } from '../../../components/data-table/query-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ChoiceFilter } from '../../../components/list-page/choice-filter.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import type { DeveloperSearch } from '../developer-search.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import './texts.ts';

/** What was sent to the webhooks of the workspace. */
export function DeliveriesPage(props: {
  tabs: ReactNode;
  search: DeveloperSearch;
  onSearch: (next: DeveloperSearch) => void;
}) {
  const { t } = useTranslation(['webhooks', 'state']);
  const me = useMe();
  const { webhook, state } = props.search;
  const { input, footer } = usePages();
  const [openId, setOpenId] = useState<string | null>(null);
  const mayManage = me.workspace.role !== 'member';
  const list = useQuery(
    apiQuery.webhooks.deliveries.queryOptions({
      input: { ...input, ...(webhook ? { webhookId: webhook } : {}), ...(state ? { state } : {}) },
      placeholderData: keepPreviousData,
      enabled: mayManage,
    }),
  );
  const open = list.data?.data.find(({ _id }) => _id === openId);
  const columns = useDeliveryColumns();
  return (
    <ListPage
      title={t('deliveries.title')}
      count={list.data?.total}
      notices={
        <>
          {props.tabs}
          <Hint>{t(mayManage ? 'deliveries.lead' : 'forbidden')}</Hint>
        </>
      }
      filters={
        <>
          <ChoiceFilter
            label={t('state')}
            any={t('deliveries.anyState')}
            value={state}
            choices={DELIVERY_STATES.map((value) => ({ value, label: t(`state:delivery.${value}`) }))}
            onChange={(next) => {
              const { state: _before, ...others } = props.search;
              props.onSearch({ ...others, ...(next && { state: next }) });
            }}
          />
          {webhook && (
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                const { webhook: _before, ...others } = props.search;
                props.onSearch(others);
              }}
            >
              {t('deliveries.allWebhooks')}
            </Button>
          )}
        </>
      }
      table={
        <QueryTable
          label={t('deliveries.title')}
          name="webhook-deliveries"
          columns={columns}
          found={mayManage ? list : { ...list, isPending: false }}
          onOpen={({ _id }) => setOpenId(_id)}
          empty={
            <EmptyState
              icon={IconSend}
              title={t('deliveries.empty')}
              text={t(mayManage ? 'deliveries.emptyText' : 'forbidden')}
            />
          }
        />
      }
      footer={<Pages {...footer} total={list.data?.total} isLoading={list.isPlaceholderData} />}
      panel={
        open ? { title: open.type, onClose: () => setOpenId(null), children: <DeliveryPanel delivery={open} /> } : null
      }
    />
  );
}

function useDeliveryColumns(): DataColumn<WebhookDelivery>[] {
  const { t } = useTranslation('webhooks');
  return [
    { id: 'event', name: t('deliveries.event'), cell: ({ type }) => <Code>{type}</Code>, isFixed: true },
    { id: 'state', name: t('state'), cell: ({ state }) => <StatusBadge context="delivery" state={state} /> },
    {
      id: 'status',
      name: t('deliveries.status'),
      cell: ({ lastStatus }) => lastStatus ?? t('deliveries.noAnswer'),
    },
    { id: 'attempts', name: t('deliveries.attempts'), align: 'end', cell: ({ attempts }) => attempts },
    {
      id: 'to',
      name: t('deliveries.to'),
      width: 280,
      cell: ({ url }) => (
        <Text size="sm" truncate dir="ltr">
          {url}
        </Text>
      ),
    },
    { id: 'at', name: t('deliveries.at'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      id: 'next',
      name: t('deliveries.next'),
      cell: ({ nextAt }) => nextAt !== null && <RelativeTime at={nextAt} />,
    },
  ];
}
