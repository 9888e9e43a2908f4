import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { HOME } from '../../../lib/signed-in/guards.ts';
import { useEnterWorkspace } from '../../../lib/signed-in/use-enter-workspace.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import { WorkspaceFields, type WorkspaceValues } from './workspace-fields.tsx';

/** `/new-workspace`: creates a workspace and switches to it. */
export function NewWorkspacePage() {
  const { t } = useTranslation('workspaces');
  const navigate = useNavigate();
  const me = useMe();
  const { zone, country } = me.workspace;
  const [values, setValues] = useState<WorkspaceValues>({ name: '', zone, country });
  const enter = useEnterWorkspace();
  const create = useMutation(
    apiQuery.workspaces.create.mutationOptions({
      onSuccess: async ({ _id }) => {
        await enter.mutateAsync({ workspaceId: _id });
        await navigate({ to: HOME });
      },
    }),
  );
  const error = create.error instanceof ApiError ? create.error : null;
  const isAboutFields = error !== null && error.faults.length > 0;
  return (
    <PageFrame widthPx={560}>
      <PageHeader title={t('new.title')} />
      <Hint>{t('new.lead')}</Hint>
      <Card
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ ...values, name: values.name.trim() });
        }}
      >
        <Stack>
          {create.error && !isAboutFields && <Notice tone="error">{create.error.message}</Notice>}
          <WorkspaceFields
            values={values}
            onChange={setValues}
            faultOf={(field) => error?.faultOf(field)}
            isReadOnly={me.supportMode}
            autoFocus
          />
          <Button
            type="submit"
            loading={create.isPending}
            disabled={values.name.trim() === '' || me.supportMode}
            style={{ alignSelf: 'start' }}
          >
            {t('new.submit')}
          </Button>
        </Stack>
      </Card>
    </PageFrame>
  );
}
