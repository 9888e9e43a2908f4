import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import type { Webhook } from '@switchyard/contracts/webhooks/operations';
import { IconDots, IconPlus, IconWebhook } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { ReplaySinceDialog } from './replay-since-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import './texts.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

type WebhookAction = { act: 'edit' | 'rotate' | 'remove' | 'replay'; webhook: Webhook } | { act: 'new' } | null;

/** The webhooks of the workspace. */
export function WebhooksPage(props: { tabs: ReactNode; onDeliveries: (webhook: Webhook) => void }) {
  const { t } = useTranslation('webhooks');
  const me = useMe();
  const { input, footer } = usePages();
  const [action, setAction] = useState<WebhookAction>(null);
  const [shownSecret, setShownSecret] = useState<{ secret: string; text: string } | null>(null);
  const canManage = me.workspace.role !== 'member';
  const canChange = canManage && !me.supportMode;
  const list = useQuery(
    apiQuery.webhooks.list.queryOptions({ input, placeholderData: keepPreviousData, enabled: canManage }),
  );
  const acts = useWebhookActs({
    onRotated: (secret) => {
      setAction(null);
      setShownSecret({ secret, text: t('rotatedText') });
    },
    onRemoved: () => setAction(null),
  });
  const columns = useWebhookColumns(
    canChange
      ? (webhook) => (
          <WebhookMenu
            webhook={webhook}
            onTest={() => acts.test.mutate({ id: webhook._id })}
            onState={(state) => acts.change.mutate({ id: webhook._id, state })}
            onDeliveries={() => props.onDeliveries(webhook)}
            onAsk={(act) => setAction({ act, webhook })}
          />
        )
      : null,
  );
  const chosen = action && 'webhook' in action ? action.webhook : null;
  const create = canChange && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAction({ act: 'new' })}>
      {t('new')}
    </Button>
  );
  return (
    <>
      <QueryListPage
        title={t('title')}
        actions={create}
        notices={
          <>
            {props.tabs}
            <Hint>
              {canManage ? (
                <Trans
                  t={t}
                  i18nKey="lead"
                  components={{ guide: <AnchorLink to="/webhook-guide" inherit underline="always" /> }}
                />
              ) : (
                t('forbidden')
              )}
            </Hint>
          </>
        }
        name="webhooks"
        columns={columns}
        found={canManage ? list : { ...list, isPending: false }}
        onOpen={props.onDeliveries}
        empty={<EmptyState icon={IconWebhook} title={t('empty')} text={t(canManage ? 'emptyText' : 'forbidden')} />}
        pages={footer}
      />
      <WebhookDialog
        isOpen={action?.act === 'new' || action?.act === 'edit'}
        webhook={chosen}
        onClose={() => setAction(null)}
        onCreated={(secret) => {
          setAction(null);
          setShownSecret({ secret, text: t('secretText') });
        }}
      />
      <SecretDialog
        secret={shownSecret?.secret ?? null}
        text={shownSecret?.text ?? ''}
        onClose={() => setShownSecret(null)}
      />
      {action?.act === 'replay' && <ReplaySinceDialog webhook={action.webhook} onClose={() => setAction(null)} />}
      <ConfirmDialog
        isOpen={action?.act === 'rotate'}
        title={t('rotateTitle')}
        confirm={t('rotate')}
        isRunning={acts.rotate.isPending}
        error={acts.rotate.error?.message}
        onClose={() => setAction(null)}
        onConfirm={() => chosen && acts.rotate.mutate({ id: chosen._id })}
      >
        {t('rotateText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={action?.act === 'remove'}
        title={t('removeTitle')}
        confirm={t('remove')}
        cancelLabel={t('keep')}
        isRunning={acts.remove.isPending}
        error={acts.remove.error?.message}
        onClose={() => setAction(null)}
        onConfirm={() => chosen && acts.remove.mutate({ id: chosen._id })}
      >
        <bdi dir="ltr">{chosen?.url}</bdi>
        <br />
        {t('removeText')}
      </ConfirmDialog>
    </>
  );
}

function useWebhookActs(after: { onRotated: (secret: string) => void; onRemoved: () => void }) {
  const { t } = useTranslation('webhooks');
  return {
    test: useMutation(apiQuery.webhooks.test.mutationOptions({ onSuccess: () => toast(t('tested')) })),
    change: useMutation(
      apiQuery.webhooks.update.mutationOptions({
        onSuccess: ({ state }) => toast(t(state === 'enabled' ? 'enabled' : 'paused')),
      }),
    ),
    rotate: useMutation(
      apiQuery.webhooks.rotateSecret.mutationOptions({
        onSuccess: ({ secret }) => after.onRotated(secret),
      }),
    ),
    remove: useMutation(
      apiQuery.webhooks.remove.mutationOptions({
        onSuccess: () => {
          toast(t('removed'));
          after.onRemoved();
        },
      }),
    ),
  };
}

function WebhookMenu(props: {
  webhook: Webhook;
  onTest: () => void;
  onState: (state: 'enabled' | 'disabled') => void;
  onDeliveries: () => void;
  onAsk: (act: 'edit' | 'rotate' | 'remove' | 'replay') => void;
}) {
  const { t } = useTranslation('webhooks');
  const isEnabled = props.webhook.state === 'enabled';
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { url: props.webhook.url })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isEnabled && <Menu.Item onClick={props.onTest}>{t('test')}</Menu.Item>}
        <Menu.Item onClick={props.onDeliveries}>{t('showDeliveries')}</Menu.Item>
        {isEnabled && <Menu.Item onClick={() => props.onAsk('replay')}>{t('replaySince')}</Menu.Item>}
        <Menu.Item onClick={() => props.onAsk('edit')}>{t('edit')}</Menu.Item>
        <Menu.Item onClick={() => props.onState(isEnabled ? 'disabled' : 'enabled')}>
          {t(isEnabled ? 'pause' : 'enable')}
        </Menu.Item>
        <Menu.Item onClick={() => props.onAsk('rotate')}>{t('rotate')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => props.onAsk('remove')}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The state of a webhook, and why it receives nothing. */
function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { state, disabledBecause, failingSince } = webhook;
  const isFailing = state === 'enabled' && failingSince !== null;
  return (
    <>
      <StatusBadge context="webhook" state={isFailing ? 'failing' : state} />
      {disabledBecause && <Hint size="xs">{t(`because.${disabledBecause}`)}</Hint>}
      {isFailing && (
        <Hint size="xs">
          {t('failingSince')} <RelativeTime at={failingSince} />
        </Hint>
      )}
    </>
  );
}

/** @param menuOf null if the user may not make changes */
function useWebhookColumns(menuOf: ((webhook: Webhook) => ReactNode) | null): DataColumn<Webhook>[] {
  const { t } = useTranslation('webhooks');
  return [
    {
      id: 'url',
      name: t('url'),
      width: 240,
      isFixed: true,
      cell: ({ url, description }) => (
        <>
          <Text size="sm" truncate dir="ltr">
            {url}
          </Text>
          {description && (
            <Hint size="xs" truncate>
              <bdi>{description}</bdi>
            </Hint>
          )}
        </>
      ),
    },
    { id: 'state', name: t('state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
    {
      id: 'events',
      name: t('events'),
      cell: ({ events }) => <span title={events.join(', ')}>{t('eventsCount', { count: events.length })}</span>,
    },
    { id: 'created', name: t('created'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    ...(menuOf
      ? [
          {
            id: 'actions',
            name: '',
            isFixed: true,
            align: 'end' as const,
            cell: menuOf,
          },
        ]
      : []),
  ];
}
