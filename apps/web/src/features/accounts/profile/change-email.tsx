import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmIdentity, mustConfirm } from '../../../components/confirm-identity.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRefreshMe } from '../../../lib/signed-in/use-refresh-me.ts';
import '../account-texts.ts';

/** Changes the address. `token`: from the link mailed to the new one. */
export function ChangeEmail({ token, onFollowed }: { token: string | null; onFollowed: () => void }) {
  const { t } = useTranslation('account');
  const { supportMode } = useMe();
  const refreshMe = useRefreshMe();
  const [isOpen, setIsOpen] = useState(false);
  const [email, setEmail] = useState('');
  const ask = useMutation(apiQuery.accounts.askEmailChange.mutationOptions());
  const follow = useMutation(
    apiQuery.accounts.confirmEmailChange.mutationOptions({
      onSuccess: async ({ email: address }) => {
        toast(t('email.changed', { address }));
        await refreshMe();
      },
      onSettled: onFollowed,
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: follow each link once, regardless of re-renders
  useEffect(() => {
    if (token !== null && !supportMode) follow.mutate({ token });
  }, [token]);
  const isConfirming = mustConfirm(ask.error);
  const fault = ask.error instanceof ApiError ? ask.error.faultOf('email') : undefined;
  const close = () => {
    ask.reset();
    setIsOpen(false);
    setEmail('');
  };
  if (supportMode) return null;
  return (
    <>
      {follow.error && (
        <Notice tone="error">
          {follow.error instanceof ApiError && follow.error.code === 'NOT_FOUND'
            ? t('email.over')
            : follow.error.message}
        </Notice>
      )}
      <Group>
        <Button size="sm" variant="default" onClick={() => setIsOpen(true)}>
          {t('email.change')}
        </Button>
      </Group>
      <Modal opened={isOpen && !isConfirming} onClose={close} title={t('email.change')}>
        {ask.data ? (
          <Text size="sm" role="status">
            {t('email.sent', { address: ask.data.to })}
          </Text>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              ask.mutate({ email: email.trim() });
            }}
          >
            <Stack>
              <Text size="sm">{t('email.hint')}</Text>
              {ask.error && !fault && !isConfirming && <Notice tone="error">{ask.error.message}</Notice>}
              <TextInput
                label={t('email.new')}
                type="email"
                required
                maxLength={254}
                dir="ltr"
                data-autofocus
                error={fault}
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <Group justify="flex-end">
                <Button type="submit" loading={ask.isPending}>
                  {t('email.send')}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Modal>
      <ConfirmIdentity isOpen={isConfirming} onClose={close} onConfirmed={() => ask.mutate({ email: email.trim() })} />
    </>
  );
}
