import { Button, Stack } from '@mantine/core';
import type { QuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QuietHoursInput, quietHoursOf, quietValuesOf } from '../../../components/quiet-hours-input.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** The workspace's quiet hours, for engines and contacts without their own. */
export function QuietHoursCard({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation('quiet');
  const saved = useQuery(apiQuery.messages.quietHours.queryOptions());
  return (
    <Card aria-label={t('label')} style={{ minBlockSize: 170 }}>
      {saved.isError && <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />}
      {saved.data && <Fields key={JSON.stringify(saved.data)} saved={saved.data.quietHours} isReadOnly={isReadOnly} />}
    </Card>
  );
}

function Fields({ saved, isReadOnly }: { saved: QuietHours | null; isReadOnly: boolean }) {
  const { t } = useTranslation('workspaces');
  const queries = useQueryClient();
  const start = quietValuesOf(saved ?? 'none');
  const [values, setValues] = useState(start);
  const save = useMutation(
    apiQuery.messages.saveQuietHours.mutationOptions({
      onSuccess: async (saved) => {
        queries.setQueryData(apiQuery.messages.quietHours.queryKey(), saved);
        toast(t('edit.saved'));
      },
    }),
  );
  const error = save.error instanceof ApiError ? save.error : null;
  const chosen = quietHoursOf(values);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ quietHours: chosen === 'none' ? null : chosen });
      }}
    >
      <Stack>
        {save.error && (error?.faults.length ?? 0) === 0 && <Notice tone="error">{save.error.message}</Notice>}
        <QuietHoursInput
          value={values}
          onChange={setValues}
          faultOf={(end) => error?.faultOf(`quietHours.${end}`)}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <Button
            type="submit"
            loading={save.isPending}
            disabled={JSON.stringify(chosen) === JSON.stringify(quietHoursOf(start))}
            style={{ alignSelf: 'start' }}
          >
            {t('edit.save')}
          </Button>
        )}
      </Stack>
    </form>
  );
}
