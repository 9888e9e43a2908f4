import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Security } from '@switchyard/contracts/accounts/operations';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConfirmIdentity, mustConfirm } from '../../../components/confirm-identity.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast } from '../../../components/toasts.ts';
import { errorFromFailure } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../account-texts.ts';
import { addPasskey, knowsPasskeys } from '../api/passkeys.ts';

const MAX_NAME_LENGTH = 60;

/** Passkeys on the user's devices, for signing in without a password. */
export function PasskeysCard({ passkeys, isReadOnly }: Pick<Security, 'passkeys'> & { isReadOnly: boolean }) {
  const { t } = useTranslation('account');
  const [name, setName] = useState('');
  const add = useMutation({
    mutationKey: apiQuery.accounts.key(),
    mutationFn: addPasskey,
    onSuccess: (isAdded) => {
      if (!isAdded) return;
      setName('');
      toast(t('security.passkeys.added'));
    },
  });
  const remove = useMutation(
    apiQuery.accounts.removePasskey.mutationOptions({ onSuccess: () => toast(t('security.passkeys.removed')) }),
  );
  const failure = add.error ?? remove.error;
  const error = failure && errorFromFailure(failure);
  const isConfirmationNeeded = mustConfirm(add.error);
  return (
    <Card
      as="form"
      aria-label={t('security.passkeys.title')}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(name.trim());
      }}
    >
      <Stack>
        <Heading>{t('security.passkeys.title')}</Heading>
        <Hint>{t('security.passkeys.about')}</Hint>
        {error && !isConfirmationNeeded && <Notice tone="error">{error.message}</Notice>}
        <ConfirmIdentity
          isOpen={isConfirmationNeeded}
          onClose={add.reset}
          onConfirmed={() => add.mutate(name.trim())}
        />
        {passkeys.map((passkey) => (
          <Group key={passkey._id} justify="space-between" wrap="nowrap">
            <Text size="sm">
              <bdi>{passkey.name}</bdi>{' '}
              <Text component="span" size="xs" c="dimmed">
                <RelativeTime at={passkey.createdAt} />
              </Text>
            </Text>
            {!isReadOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('security.passkeys.remove', { name: passkey.name })}
                loading={remove.isPending && remove.variables.id === passkey._id}
                onClick={() => remove.mutate({ id: passkey._id })}
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {!isReadOnly &&
          (knowsPasskeys() ? (
            <Group align="flex-end" gap="sm">
              <TextInput
                label={t('security.passkeys.name')}
                placeholder={t('security.passkeys.example')}
                maxLength={MAX_NAME_LENGTH}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                style={{ flex: '1 1 200px' }}
              />
              <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
                {t('security.passkeys.add')}
              </Button>
            </Group>
          ) : (
            <Text size="sm">{t('security.passkeys.unknown')}</Text>
          ))}
      </Stack>
    </Card>
  );
}
