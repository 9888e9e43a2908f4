import { Button, Group, Stack, Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/message';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { useResolveMessage } from '../api/resolve-message.ts';
import '../texts.ts';

/** The way out of doubt: a person who has looked into the chat says what became of the message. Nothing, where there is nothing to say. */
export function SettleDoubt({ message }: { message: Pick<Message, '_id' | 'version' | 'status' | 'abilities'> }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const resolve = useResolveMessage();
  const { _id: id, version, abilities } = message;
  const settle = (as: 'sent' | 'failed') =>
    resolve.mutate({ id, version, as }, { onSuccess: () => toast(t('detail.resolved')) });
  if (!abilities.resolve && !resolve.isError) return null;
  return (
    <Stack gap="xs">
      {resolve.isError && <Notice tone="error">{refusal(resolve.error)}</Notice>}
      {abilities.resolve && (
        <>
          <Text size="sm">{t('detail.resolveHint')}</Text>
          <Group gap="xs">
            <Button size="sm" loading={resolve.isPending} onClick={() => settle('sent')}>
              {t('detail.arrived')}
            </Button>
            <Button size="sm" variant="default" loading={resolve.isPending} onClick={() => settle('failed')}>
              {t('detail.lost')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
