import { Button, Code, Group, Text } from '@mantine/core';
import type { WebhookDelivery } from '@switchyard/contracts/webhooks/operations';
import { DELIVERY_STATES } from '@switchyard/contracts/webhooks/states';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ChoiceFilter } from '../../../components/list-page/choice-filter.tsx';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import type { DeveloperSearch } from '../developer-search.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import './texts.ts';

/** Deliveries to the workspace's webhooks. */
export function DeliveriesPage(props: {
  tabs: ReactNode;
  search: DeveloperSearch;
  onSearch: (next: DeveloperSearch) => void;
}) {
  const { t } = useTranslation(['webhooks', 'state']);
  const me = useMe();
  const { webhook, state, search } = props.search;
  const { input, footer } = usePages();
  const [openId, setOpenId] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const canManage = me.workspace.role !== 'member';
  const list = useQuery(
    apiQuery.webhooks.deliveries.queryOptions({
      input: {
        ...input,
        ...(webhook ? { webhookId: webhook } : {}),
        ...(state ? { state } : {}),
        ...(search ? { search } : {}),
      },
      placeholderData: keepPreviousData,
      enabled: canManage,
    }),
  );
  const open = list.data?.data.find(({ _id }) => _id === openId);
  const columns = useDeliveryColumns();
  return (
    <QueryListPage
      title={t('deliveries.title')}
      notices={
        <>
          {props.tabs}
          <Hint>{t(canManage ? 'deliveries.lead' : 'forbidden')}</Hint>
        </>
      }
      filters={
        <>
          <FilterInput
            label={t('deliveries.search')}
            isSearch
            value={search}
            onChange={(next) => {
              const { search: _before, ...others } = props.search;
              props.onSearch({ ...others, ...(next && { search: next }) });
            }}
          />
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
      name="webhook-deliveries"
      columns={columns}
      found={canManage ? list : { ...list, isPending: false }}
      {...(canManage && { selection: { ids: selected, onChange: setSelected } })}
      onOpen={({ _id }) => setOpenId(_id)}
      empty={
        <EmptyState
          icon={IconSend}
          title={t(search ? 'deliveries.nothing' : 'deliveries.empty')}
          text={search ?? t(canManage ? 'deliveries.emptyText' : 'forbidden')}
        />
      }
      bulk={
        selected.size > 0 ? <ReplaySelected ids={[...selected]} onDone={() => setSelected(new Set())} /> : undefined
      }
      pages={footer}
      panel={
        open ? { title: open.type, onClose: () => setOpenId(null), children: <DeliveryPanel delivery={open} /> } : null
      }
    />
  );
}

/** Sends all selected deliveries again. */
function ReplaySelected({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { t } = useTranslation('webhooks');
  const replay = useMutation(
    apiQuery.webhooks.replaySelected.mutationOptions({
      onSuccess: ({ replayed }) => {
        toast(t('replayedCount', { count: replayed }));
        onDone();
      },
      onError: (error) => toast(error.message),
    }),
  );
  return (
    <Group>
      <Button size="sm" loading={replay.isPending} onClick={() => replay.mutate({ ids })}>
        {t('deliveries.replaySelected', { count: ids.length })}
      </Button>
    </Group>
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
