import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { newestConversation } from '../api/conversation.ts';
import '../texts.ts';

/** Height of the lines that will load. */
const LINES_PX = 48;

/** What is stored of the user's conversations, where it goes, and deleting it. */
export function DataSettings() {
  const { t } = useTranslation('agent');
  const { supportMode } = useMe();
  const [isAsking, setIsAsking] = useState(false);
  const newest = useQuery(newestConversation());
  const settings = useQuery(apiQuery.agent.model.queryOptions());
  const removeAll = useMutation({
    mutationKey: apiQuery.agent.key(),
    mutationFn: () => api.agent.removeAll(),
    onSuccess: () => {
      setIsAsking(false);
      toast(t('assistant.data.deleted'));
    },
  });
  const error = newest.error ?? settings.error;
  return (
    <Card aria-label={t('assistant.data.title')}>
      <Stack gap="sm">
        <Heading>{t('assistant.data.title')}</Heading>
        {(newest.isPending || settings.isPending) && <Skeleton height={LINES_PX} />}
        {error && <Notice tone="error">{error.message}</Notice>}
        {newest.data && <Text size="sm">{t('assistant.data.kept', { count: newest.data.total })}</Text>}
        {settings.data && <Text size="sm">{dataDestination(settings.data)}</Text>}
        {!supportMode && (
          <Group>
            <Button variant="default" disabled={!newest.data?.total} onClick={() => setIsAsking(true)}>
              {t('assistant.data.deleteAll')}
            </Button>
          </Group>
        )}
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('assistant.data.deleteAllTitle')}
        confirm={t('assistant.data.deleteAll')}
        isRunning={removeAll.isPending}
        error={removeAll.error?.message}
        onConfirm={() => removeAll.mutate()}
        onClose={() => setIsAsking(false)}
      >
        {t('assistant.data.deleteAllText')}
      </ConfirmDialog>
    </Card>
  );

  function dataDestination({ model, instanceModel, sendsChats, isPlannerInCharge }: ModelData): string {
    const name = model ?? instanceModel;
    if (name === null || isPlannerInCharge) return t('assistant.data.rules');
    return `${t('assistant.data.model', { model: name })} ${t(sendsChats ? 'assistant.data.chats' : 'assistant.data.noChats')}`;
  }
}

type ModelData = Awaited<ReturnType<typeof api.agent.model>>;
