import { Stack, Switch, Title } from '@mantine/core';
import { SUPPORT_MINUTES } from '@switchyard/contracts/accounts/support-limits';
import { IconEye } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import type { DataColumn } from '../../components/data-table/column.ts';
import { QueryTable } from '../../components/data-table/query-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toast, toastError } from '../../components/toasts.ts';
import { apiQuery } from '../../lib/api/client.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import classes from './support-access.module.css';
import './texts.ts';

const MAX_SHOWN = 20;

/** What support may read of the workspace, and who viewed it, when and why. For its owners and admins. */
export function SupportAccess() {
  const { t } = useTranslation('support');
  const me = useMe();
  const queries = useQueryClient();
  const consent = useQuery(apiQuery.support.consent.queryOptions());
  const supportSessions = useQuery(apiQuery.support.list.queryOptions({ input: { limit: MAX_SHOWN } }));
  const save = useMutation(
    apiQuery.support.setConsent.mutationOptions({
      onSuccess: (saved) => {
        queries.setQueryData(apiQuery.support.consent.queryKey(), saved);
        toast(t('access.saved'));
      },
      onError: (error) => toastError(error.message),
    }),
  );
  type Look = NonNullable<typeof supportSessions.data>['data'][number];
  const columns: DataColumn<Look>[] = [
    { id: 'by', name: t('access.by'), cell: (session) => <bdi>{session.by}</bdi>, isFixed: true },
    { id: 'as', name: t('access.as'), cell: (session) => <bdi>{session.as}</bdi> },
    { id: 'reason', name: t('access.reason'), cell: (session) => <bdi>{session.reason}</bdi> },
    { id: 'from', name: t('access.from'), cell: (session) => <RelativeTime at={session.from} /> },
    { id: 'until', name: t('access.until'), cell: (session) => <RelativeTime at={session.until} /> },
  ];
  return (
    <section aria-label={t('access.title')}>
      <Title order={2}>{t('access.title')}</Title>
      <Hint mb={8}>{t('access.lead', { minutes: SUPPORT_MINUTES })}</Hint>
      <Stack gap="md">
        <Switch
          label={t('access.texts')}
          description={t('access.textsHint')}
          checked={consent.data?.mayReadTexts ?? false}
          disabled={!consent.data || save.isPending || me.workspace.role !== 'owner' || me.supportMode}
          onChange={(event) => save.mutate({ mayReadTexts: event.currentTarget.checked })}
        />
        <Card as="div" className={classes.table}>
          <QueryTable
            label={t('access.title')}
            name="support-looks"
            columns={columns}
            found={supportSessions}
            empty={<EmptyState icon={IconEye} title={t('access.none')} />}
          />
        </Card>
      </Stack>
    </section>
  );
}
