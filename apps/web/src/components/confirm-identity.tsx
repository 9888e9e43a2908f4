import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorFromFailure } from '../lib/api/api-error.ts';
import { apiQuery } from '../lib/api/client.ts';
import { requestJson } from '../lib/api/request.ts';
import { hasPasswords } from '../lib/page/page-facts.ts';
import './confirm-texts.ts';
import { Notice } from './notice.tsx';

/** Whether the server wants the user to confirm their identity first. */
export const mustConfirm = (error: unknown): boolean => errorFromFailure(error).code === 'CONFIRM_FIRST';

/** Asks for the password, or for a code if the user has none, before creating something that outlives the sign-in. */
export function ConfirmIdentity(props: { isOpen: boolean; onClose: () => void; onConfirmed: () => void }) {
  const { t } = useTranslation('confirm');
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('title')}>
      <ConfirmForm onConfirmed={props.onConfirmed} />
    </Modal>
  );
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation('confirm');
  const security = useQuery(apiQuery.accounts.security.queryOptions());
  const [entered, setEntered] = useState('');
  const byPassword = security.data?.hasPassword === true && hasPasswords();
  const confirm = useMutation({
    mutationFn: (word: string) =>
      byPassword
        ? requestJson('/api/auth/confirm', { method: 'POST', body: { password: word } })
        : requestJson('/api/auth/two-factor/verify-totp', { method: 'POST', body: { code: word } }),
    onSuccess: onConfirmed,
  });
  const error = security.error ?? confirm.error;
  const failure = error && errorFromFailure(error);
  const field = {
    value: entered,
    error: failure?.faultOf(byPassword ? 'password' : 'code'),
    'data-autofocus': true,
    onChange: (event: { currentTarget: HTMLInputElement }) => setEntered(event.currentTarget.value),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The surrounding element may be a form of its own.
        event.stopPropagation();
        confirm.mutate(entered);
      }}
    >
      <Stack>
        <Text size="sm">{t('text')}</Text>
        {failure && failure.faults.length === 0 && <Notice tone="error">{failure.message}</Notice>}
        {security.data && !byPassword && !security.data.hasTwoFactor ? (
          <Text size="sm">{t('again')}</Text>
        ) : (
          <>
            {byPassword ? (
              <PasswordInput
                {...field}
                label={t('password')}
                autoComplete="current-password"
                visibilityToggleButtonProps={{ 'aria-label': t('show') }}
              />
            ) : (
              <TextInput {...field} label={t('code')} autoComplete="one-time-code" inputMode="numeric" dir="ltr" />
            )}
            <Button type="submit" loading={confirm.isPending} disabled={entered === '' || !security.data}>
              {t('submit')}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}
