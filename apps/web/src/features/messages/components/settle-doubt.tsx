import { Button, Group, Stack, Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/messages/message';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { messageMutation } from '../api/messages.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';

/** Lets a person who has checked the chat settle a message in doubt. Renders nothing for other messages. */
export function SettleDoubt({ message }: { message: Pick<Message, '_id' | 'version' | 'status' | 'abilities'> }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const resolve = useMutation(apiQuery.messages.resolve.mutationOptions(messageMutation(useQueryClient())));
  const { _id: id, version, status, abilities } = message;
  const settle = (as: 'sent' | 'failed' | 'again') =>
    resolve.mutate(
      { id, version, as },
      { onSuccess: () => toast(t(as === 'again' ? 'detail.sentAgain' : 'detail.resolved')) },
    );
  const options = [
    { as: 'sent', name: t('detail.arrived'), variant: 'filled' },
    // The engine is still trying a message in flight: a copy would arrive twice, and the server refuses it.
    ...(status === 'sending' ? [] : [{ as: 'again', name: t('detail.lostSendAgain'), variant: 'default' } as const]),
    { as: 'failed', name: t('detail.lost'), variant: 'default' },
  ] as const;
  if (!abilities.resolve && !resolve.isError) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t('detail.settle')}>
      {resolve.isError && <Notice tone="error">{refusal(resolve.error)}</Notice>}
      {abilities.resolve && (
        <>
          <Text size="sm">{t('detail.resolveHint')}</Text>
          <Group gap="xs">
            {options.map(({ as, name, variant }) => (
              <Button
                key={as}
                size="sm"
                variant={variant}
                disabled={resolve.isPending}
                loading={resolve.isPending && resolve.variables.as === as}
                onClick={() => settle(as)}
              >
                {name}
              </Button>
            ))}
          </Group>
        </>
      )}
    </Stack>
  );
}
