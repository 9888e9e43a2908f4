import { Button, Group, Stack, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRefreshMe } from '../../../lib/signed-in/use-refresh-me.ts';
import '../texts.ts';
import { DeleteWorkspaceCard } from './delete-workspace-card.tsx';
import { QuietHoursCard } from './quiet-hours-card.tsx';
import { WorkspaceFields, type WorkspaceValues } from './workspace-fields.tsx';

/** `/edit-workspace`: name, zone, country, and whether two-factor authentication is required. */
export function EditWorkspacePage() {
  const { t } = useTranslation('workspaces');
  const me = useMe();
  const isReadOnly = me.workspace.role === 'member' || me.supportMode;
  return (
    <PageFrame widthPx={560}>
      <PageHeader title={t('edit.title')} />
      {isReadOnly && <Hint>{t('edit.readOnly')}</Hint>}
      <Facts key={me.workspace._id} isReadOnly={isReadOnly} />
      <QuietHoursCard key={`quiet ${me.workspace._id}`} isReadOnly={isReadOnly} />
      <TwoFactor isReadOnly={isReadOnly} />
      {me.workspace.role === 'owner' && !me.supportMode && <DeleteWorkspaceCard />}
    </PageFrame>
  );
}

function Facts({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation('workspaces');
  const refreshMe = useRefreshMe();
  const { name, zone, country } = useMe().workspace;
  const [values, setValues] = useState<WorkspaceValues>({ name, zone, country });
  const save = useMutation(
    apiQuery.accounts.updateWorkspace.mutationOptions({
      onSuccess: async () => {
        await refreshMe();
        toast(t('edit.saved'));
      },
    }),
  );
  const error = save.error instanceof ApiError ? save.error : null;
  const isSame = values.name.trim() === name && values.zone === zone && values.country === country;
  return (
    <Card
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ ...values, name: values.name.trim() });
      }}
    >
      <Stack>
        {save.error && (error?.faults.length ?? 0) === 0 && <Notice tone="error">{save.error.message}</Notice>}
        <WorkspaceFields
          values={values}
          onChange={setValues}
          faultOf={(field) => error?.faultOf(field)}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <Button
            type="submit"
            loading={save.isPending}
            disabled={isSame || values.name.trim() === ''}
            style={{ alignSelf: 'start' }}
          >
            {t('edit.save')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function TwoFactor({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation('workspaces');
  const members = useQuery(apiQuery.workspaces.members.queryOptions({ input: { limit: 1 } }));
  const demand = useMutation(apiQuery.workspaces.demandTwoFactor.mutationOptions());
  const isMissing = demand.error instanceof ApiError && demand.error.code === 'TWO_FACTOR_NEEDED';
  const isDemanded = demand.isPending ? demand.variables.isDemanded : (members.data?.isTwoFactorDemanded ?? false);
  return (
    <Card aria-label={t('edit.security')}>
      <Stack gap="sm">
        <Heading>{t('edit.security')}</Heading>
        {members.isError ? (
          <ErrorState error={members.error} onRetry={() => void members.refetch()} />
        ) : (
          <Switch
            label={t('edit.twoFactor')}
            description={t('edit.twoFactorHint')}
            checked={isDemanded}
            disabled={isReadOnly || members.isPending || demand.isPending}
            onChange={(event) => demand.mutate({ isDemanded: event.currentTarget.checked })}
          />
        )}
        {demand.error && (
          <Notice tone="error">
            <Group gap="xs">
              {isMissing ? t('edit.twoFactorMissing') : demand.error.message}
              {isMissing && (
                <AnchorLink to="/account-security" size="sm">
                  {t('edit.toSecurity')}
                </AnchorLink>
              )}
            </Group>
          </Notice>
        )}
      </Stack>
    </Card>
  );
}
