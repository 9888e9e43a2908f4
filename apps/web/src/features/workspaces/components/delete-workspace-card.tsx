import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRefreshMe } from '../../../lib/signed-in/use-refresh-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import '../texts.ts';

/** For owners: schedules the workspace's deletion in two weeks, and cancels it. */
export function DeleteWorkspaceCard() {
  const { t } = useTranslation('workspaces');
  const { workspace } = useMe();
  const zone = useZone();
  const refreshMe = useRefreshMe();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation(
    apiQuery.workspaces.remove.mutationOptions({
      onSuccess: async () => {
        await refreshMe();
        setIsAsking(false);
      },
    }),
  );
  const cancelDeletion = useMutation(
    apiQuery.workspaces.keep.mutationOptions({
      onSuccess: async () => {
        await refreshMe();
        toast(t('edit.kept'));
      },
    }),
  );
  const { deleteAfter } = workspace;
  return (
    <Card aria-label={t('edit.delete')}>
      <Stack gap="sm">
        <Heading>{t('edit.delete')}</Heading>
        {cancelDeletion.error && <Notice tone="error">{cancelDeletion.error.message}</Notice>}
        <Text size="sm">
          {deleteAfter
            ? t('edit.deleteOn', { at: formatExact(new Date(deleteAfter), zone, false) })
            : t('edit.deleteText')}
        </Text>
        {deleteAfter ? (
          <Button
            loading={cancelDeletion.isPending}
            onClick={() => cancelDeletion.mutate(undefined)}
            style={{ alignSelf: 'start' }}
          >
            {t('edit.keep')}
          </Button>
        ) : (
          <Button variant="outline" color="red" onClick={() => setIsAsking(true)} style={{ alignSelf: 'start' }}>
            {t('edit.delete')}
          </Button>
        )}
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('edit.deleteTitle', { name: workspace.name })}
        confirm={t('edit.delete')}
        cancelLabel={t('edit.deleteKeep')}
        isRunning={remove.isPending}
        error={remove.error?.message}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(undefined)}
      >
        {t('edit.deleteText')}
      </ConfirmDialog>
    </Card>
  );
}
