import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Heading } from '../../../components/heading.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRefreshMe } from '../../../lib/signed-in/use-refresh-me.ts';
import { zoneOf } from '../../../lib/signed-in/use-zone.ts';
import '../account-texts.ts';

/** Schedules the account's deletion in two weeks, and cancels it. */
export function DeleteAccountCard() {
  const { t } = useTranslation('account');
  const me = useMe();
  const refreshMe = useRefreshMe();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation(
    apiQuery.accounts.remove.mutationOptions({ onSuccess: refreshMe, onSettled: () => setIsAsking(false) }),
  );
  const cancelDeletion = useMutation(
    apiQuery.accounts.keep.mutationOptions({
      onSuccess: async () => {
        await refreshMe();
        toast(t('profile.kept'));
      },
    }),
  );
  const error = remove.error ?? cancelDeletion.error;
  const isLastOwner = error instanceof ApiError && error.code === 'LAST_OWNER';
  return (
    <Card aria-label={t('profile.delete')}>
      <Stack gap="sm">
        <Heading>{t('profile.delete')}</Heading>
        {error && (
          <Notice tone="error">
            {isLastOwner ? t('profile.lastOwner') : error.message}{' '}
            {isLastOwner && <AnchorLink to="/user-management">{t('profile.toPeople')}</AnchorLink>}
          </Notice>
        )}
        <Text size="sm">
          {me.deleteAfter
            ? t('profile.deleteOn', { at: formatExact(new Date(me.deleteAfter), zoneOf(me), false) })
            : t('profile.deleteText')}
        </Text>
        <Group>
          {me.deleteAfter ? (
            <Button loading={cancelDeletion.isPending} onClick={() => cancelDeletion.mutate(undefined)}>
              {t('profile.keep')}
            </Button>
          ) : (
            <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
              {t('profile.deleteSubmit')}
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('profile.deleteTitle')}
        confirm={t('profile.deleteSubmit')}
        cancelLabel={t('profile.deleteKeep')}
        isRunning={remove.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(undefined)}
      >
        {t('profile.deleteText')}
      </ConfirmDialog>
    </Card>
  );
}
