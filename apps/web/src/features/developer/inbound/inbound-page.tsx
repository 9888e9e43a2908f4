import { ActionIcon, Button, Code, Menu, Text } from '@mantine/core';
import type { InboundWebhook } from '@switchyard/contracts/public-api/inbound-webhooks';
import { IconDots, IconForms, IconPlus } from '@tabler/icons-react';
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
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { SecretDialog } from '../webhooks/secret-dialog.tsx';
import { InboundDialog } from './inbound-dialog.tsx';
import './texts.ts';

type InboundActionName = 'edit' | 'rotate' | 'revoke';
type InboundAction = { act: InboundActionName; webhook: InboundWebhook } | { act: 'new'; webhook: null } | null;

/** Secret addresses through which form tools send a template. */
export function InboundPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('inbound');
  const me = useMe();
  const { input, footer } = usePages();
  const [action, setAction] = useState<InboundAction>(null);
  const [url, setUrl] = useState<string | null>(null);
  const canManage = me.workspace.role !== 'member';
  const canChange = canManage && !me.supportMode;
  const list = useQuery(
    apiQuery.inboundWebhooks.list.queryOptions({ input, placeholderData: keepPreviousData, enabled: canManage }),
  );
  const showUrl = (made: string) => {
    setAction(null);
    setUrl(made);
  };
  const rotate = useMutation(
    apiQuery.inboundWebhooks.rotate.mutationOptions({ onSuccess: (made) => showUrl(made.url) }),
  );
  const revoke = useMutation(
    apiQuery.inboundWebhooks.revoke.mutationOptions({
      onSuccess: () => {
        toast(t('revoked', { name: action?.webhook?.name ?? '' }));
        setAction(null);
      },
    }),
  );
  const chosen = action?.webhook ?? null;
  const columns = useColumns(
    canChange ? (webhook) => <ActMenu name={webhook.name} onAsk={(act) => setAction({ act, webhook })} /> : null,
  );
  return (
    <>
      <QueryListPage
        title={t('title')}
        actions={
          canChange && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setAction({ act: 'new', webhook: null })}>
              {t('new')}
            </Button>
          )
        }
        notices={
          <>
            {tabs}
            <Hint>
              {canManage ? (
                <Trans
                  t={t}
                  i18nKey="lead"
                  components={{ guide: <AnchorLink to="/webhook-guide" hash="forms" inherit underline="always" /> }}
                />
              ) : (
                t('forbidden')
              )}
            </Hint>
          </>
        }
        name="inbound-webhooks"
        columns={columns}
        found={canManage ? list : { ...list, isPending: false }}
        empty={<EmptyState icon={IconForms} title={t('empty')} text={t(canManage ? 'emptyText' : 'forbidden')} />}
        pages={footer}
      />
      {(action?.act === 'new' || action?.act === 'edit') && (
        <InboundDialog webhook={chosen} onClose={() => setAction(null)} onCreated={showUrl} />
      )}
      <SecretDialog title={t('addressTitle')} secret={url} text={t('addressText')} onClose={() => setUrl(null)} />
      <ConfirmDialog
        isOpen={action?.act === 'rotate'}
        title={t('rotateTitle')}
        confirm={t('rotate')}
        isRunning={rotate.isPending}
        error={rotate.error?.message}
        onClose={() => setAction(null)}
        onConfirm={() => chosen && rotate.mutate({ id: chosen._id })}
      >
        {t('rotateText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={action?.act === 'revoke'}
        title={t('revokeTitle', { name: chosen?.name ?? '' })}
        confirm={t('revoke')}
        cancelLabel={t('keep')}
        isRunning={revoke.isPending}
        error={revoke.error?.message}
        onClose={() => setAction(null)}
        onConfirm={() => chosen && revoke.mutate({ id: chosen._id })}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </>
  );
}

function ActMenu({ name, onAsk }: { name: string; onAsk: (act: InboundActionName) => void }) {
  const { t } = useTranslation('inbound');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAsk('edit')}>{t('edit')}</Menu.Item>
        <Menu.Item onClick={() => onAsk('rotate')}>{t('rotate')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => onAsk('revoke')}>
          {t('revoke')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** @param menuOf null if the user may not make changes */
function useColumns(menuOf: ((webhook: InboundWebhook) => ReactNode) | null): DataColumn<InboundWebhook>[] {
  const { t } = useTranslation('inbound');
  return [
    {
      id: 'name',
      name: t('name'),
      width: 240,
      isFixed: true,
      cell: ({ name }) => (
        <Text size="sm" truncate>
          <bdi>{name}</bdi>
        </Text>
      ),
    },
    {
      id: 'template',
      name: t('template'),
      cell: ({ templateName }) => (templateName === null ? t('templateGone') : <bdi>{templateName}</bdi>),
    },
    { id: 'address', name: t('address'), cell: ({ prefix }) => <Code dir="ltr">{`/hooks/${prefix}…`}</Code> },
    { id: 'by', name: t('by'), cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
    {
      id: 'used',
      name: t('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('notUsed') : <RelativeTime at={lastUsedAt} />),
    },
    ...(menuOf ? [{ id: 'actions', name: '', isFixed: true, align: 'end' as const, cell: menuOf }] : []),
  ];
}
