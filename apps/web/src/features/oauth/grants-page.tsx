import { Button, Code, CopyButton, Group, TextInput } from '@mantine/core';
import type { Grant } from '@switchyard/contracts/mcp/operations';
import { MCP_PATH } from '@switchyard/contracts/mcp/paths';
import { IconPlugConnected } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../components/data-table/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { QueryListPage } from '../../components/list-page/query-list-page.tsx';
import { usePages } from '../../components/list-page/use-pages.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toast } from '../../components/toasts.ts';
import { apiQuery } from '../../lib/api/client.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import './texts.ts';

/** `/mcp-clients`: third-party programs with access to the workspace, and how to connect one. */
export function GrantsPage() {
  const { t } = useTranslation('oauth');
  const me = useMe();
  const { input, footer } = usePages();
  const [revoking, setRevoking] = useState<Grant | null>(null);
  const query = useQuery(apiQuery.oauth.grants.queryOptions({ input, placeholderData: keepPreviousData }));
  const revoke = useMutation(
    apiQuery.oauth.revoke.mutationOptions({
      onSuccess: () => {
        toast(t('grants.revoked', { name: revoking?.clientName ?? '' }));
        setRevoking(null);
      },
    }),
  );
  const columns = useGrantColumns(me.supportMode ? null : setRevoking);
  return (
    <>
      <QueryListPage
        title={t('grants.title')}
        actions={
          !me.supportMode && (
            <ButtonLink variant="default" to="/oauth-test">
              {t('grants.test')}
            </ButtonLink>
          )
        }
        notices={<Address />}
        name="mcp-clients"
        columns={columns}
        found={query}
        empty={<EmptyState icon={IconPlugConnected} title={t('grants.empty')} text={t('grants.emptyText')} />}
        pages={footer}
      />
      <ConfirmDialog
        isOpen={revoking !== null}
        title={t('grants.revokeTitle', { name: revoking?.clientName ?? '' })}
        confirm={t('grants.revoke')}
        cancelLabel={t('grants.keep')}
        isRunning={revoke.isPending}
        error={revoke.error?.message}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking && revoke.mutate({ id: revoking._id })}
      >
        {t('grants.revokeText')}
      </ConfirmDialog>
    </>
  );
}

function Address() {
  const { t } = useTranslation('oauth');
  const address = `${window.location.origin}${MCP_PATH}`;
  return (
    <>
      <Hint>{t('grants.lead')}</Hint>
      <Group align="end" gap="xs">
        <TextInput label={t('grants.address')} value={address} readOnly dir="ltr" flex={1} maw={420} />
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'grants.copied' : 'grants.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}

/** @param onRevoke null if the user may not */
function useGrantColumns(onRevoke: ((grant: Grant) => void) | null): DataColumn<Grant>[] {
  const { t } = useTranslation('oauth');
  return [
    {
      id: 'client',
      name: t('grants.client'),
      isFixed: true,
      cell: ({ clientName, redirectHosts }) => (
        <>
          <bdi>{clientName}</bdi> <Code>{redirectHosts.join(', ')}</Code>
        </>
      ),
    },
    {
      id: 'may',
      name: t('grants.may'),
      cell: ({ scopes }) => t(scopes.includes('mcp:write') ? 'grants.readAndChange' : 'grants.read'),
    },
    { id: 'by', name: t('grants.by'), cell: ({ by }) => <bdi>{by}</bdi> },
    { id: 'since', name: t('grants.since'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      id: 'used',
      name: t('grants.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('grants.notUsed') : <RelativeTime at={lastUsedAt} />),
    },
    ...(onRevoke
      ? [
          {
            id: 'revoke',
            name: t('grants.revoke'),
            isFixed: true,
            cell: (grant: Grant) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('grants.revokeClient', { name: grant.clientName })}
                onClick={() => onRevoke(grant)}
              >
                {t('grants.revoke')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
