import { Button, Code } from '@mantine/core';
import type { ApiKey } from '@switchyard/contracts/accounts/api-keys';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../components/data-table/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { QueryListPage } from '../../components/list-page/query-list-page.tsx';
import { usePages } from '../../components/list-page/use-pages.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { StatusBadge } from '../../components/status/status-badge.tsx';
import { toast } from '../../components/toasts.ts';
import { apiQuery } from '../../lib/api/client.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import './texts.ts';
import { serverNowMs } from '../../lib/clock/server-clock.ts';

/** `/admin-api`: the workspace's keys; created here, shown once, revoked at once. */
export function KeysPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('developer');
  const me = useMe();
  const { input, footer } = usePages();
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const canManage = me.workspace.role !== 'member';
  const query = useQuery(
    apiQuery.apiKeys.list.queryOptions({ input, placeholderData: keepPreviousData, enabled: canManage }),
  );
  const revoke = useRevokeKey(() => setRevoking(null));
  const canChange = canManage && !me.supportMode;
  const columns = useKeyColumns(canChange ? setRevoking : null);
  const newKey = (
    <Button leftSection={<IconPlus size={16} />} disabled={!query.data} onClick={() => setIsMaking(true)}>
      {t('new')}
    </Button>
  );
  return (
    <>
      <QueryListPage
        title={t('title')}
        actions={canChange && newKey}
        notices={
          <>
            {tabs}
            <Hint>{canManage ? <Trans t={t} i18nKey="lead" components={{ code: <Code /> }} /> : t('forbidden')}</Hint>
          </>
        }
        name="api-keys"
        columns={columns}
        found={canManage ? query : { ...query, isPending: false }}
        empty={<EmptyState icon={IconKey} title={t('empty')} text={t(canManage ? 'emptyText' : 'forbidden')} />}
        pages={footer}
      />
      <NewKeyDialog isOpen={isMaking} scopes={query.data?.scopes ?? []} onClose={() => setIsMaking(false)} />
      <ConfirmDialog
        isOpen={revoking !== null}
        title={t('revokeTitle', { name: revoking?.name ?? '' })}
        confirm={t('revoke')}
        cancelLabel={t('keep')}
        isRunning={revoke.isPending}
        error={revoke.error?.message}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking && revoke.mutate({ id: revoking._id })}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </>
  );
}

function useRevokeKey(onRevoked: () => void) {
  const { t } = useTranslation('developer');
  return useMutation(
    apiQuery.apiKeys.revoke.mutationOptions({
      onSuccess: (key) => {
        toast(t('revoked', { name: key.name }));
        onRevoked();
      },
    }),
  );
}

function stateOf({ revokedAt, expiresAt }: ApiKey): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= serverNowMs() ? 'expired' : 'active';
}

/** @param onRevoke null if the user may not */
function useKeyColumns(onRevoke: ((key: ApiKey) => void) | null): DataColumn<ApiKey>[] {
  const { t } = useTranslation('developer');
  return [
    { id: 'name', name: t('name'), cell: (key) => <bdi>{key.name}</bdi>, isFixed: true },
    { id: 'prefix', name: t('key'), cell: (key) => <Code>{key.prefix}…</Code> },
    { id: 'state', name: t('state'), cell: (key) => <StatusBadge context="key" state={stateOf(key)} /> },
    { id: 'scopes', name: t('scopes'), cell: (key) => <bdi dir="ltr">{key.scopes.join(', ')}</bdi>, width: 320 },
    { id: 'by', name: t('by'), cell: (key) => <bdi>{key.by}</bdi> },
    {
      id: 'used',
      name: t('lastUsed'),
      cell: (key) =>
        key.lastUsedAt === null ? (
          t('notUsed')
        ) : (
          <>
            <RelativeTime at={key.lastUsedAt} />{' '}
            {key.lastUsedFrom !== null && t('lastUsedFrom', { address: key.lastUsedFrom })}
          </>
        ),
    },
    {
      id: 'expires',
      name: t('expires'),
      cell: (key) => (key.expiresAt === null ? t('never') : <RelativeTime at={key.expiresAt} />),
    },
    ...(onRevoke
      ? [
          {
            id: 'revoke',
            name: t('revoke'),
            isFixed: true,
            cell: (key: ApiKey) =>
              stateOf(key) === 'revoked' ? null : (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('revokeKey', { name: key.name })}
                  onClick={() => onRevoke(key)}
                >
                  {t('revoke')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}
