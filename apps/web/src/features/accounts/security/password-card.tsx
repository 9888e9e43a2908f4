import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { errorFromFailure } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { changePassword } from '../api/two-factor.ts';
import { MIN_PASSWORD_LENGTH } from '../form-faults.ts';
import '../account-texts.ts';

const EMPTY_VALUES = { currentPassword: '', newPassword: '' };

/** Changes the password, which ends every other sign-in. */
export function PasswordCard({ hasPassword, isReadOnly }: { hasPassword: boolean; isReadOnly: boolean }) {
  const { t } = useTranslation('account');
  const [values, setValues] = useState(EMPTY_VALUES);
  const change = useMutation({
    mutationKey: apiQuery.accounts.key(),
    mutationFn: changePassword,
    onSuccess: () => {
      setValues(EMPTY_VALUES);
      revoke.reset();
    },
  });
  const revoke = useMutation(
    apiQuery.accounts.revokeCredentials.mutationOptions({
      onSuccess: () => toast(t('security.password.revoked')),
    }),
  );
  const error = change.error ? errorFromFailure(change.error) : null;
  const isShort = values.newPassword !== '' && values.newPassword.length < MIN_PASSWORD_LENGTH;
  const field = (name: keyof typeof values) => ({
    value: values[name],
    disabled: isReadOnly,
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <Card
      as="form"
      aria-label={t('security.password.title')}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(values);
      }}
    >
      <Stack>
        <Heading>{t('security.password.title')}</Heading>
        {hasPassword ? (
          <>
            {change.isSuccess && <Notice tone="success">{t('security.password.done')}</Notice>}
            {change.isSuccess && !revoke.isSuccess && (
              <Stack gap="xs" align="start">
                <Text size="sm">{t('security.password.offer')}</Text>
                {revoke.error && <Notice tone="error">{errorFromFailure(revoke.error).message}</Notice>}
                <Button size="xs" variant="default" loading={revoke.isPending} onClick={() => revoke.mutate({})}>
                  {t('security.password.revoke')}
                </Button>
              </Stack>
            )}
            {error && error.faults.length === 0 && <Notice tone="error">{error.message}</Notice>}
            <PasswordInput
              visibilityToggleButtonProps={{ 'aria-label': t('security.password.show') }}
              {...field('currentPassword')}
              label={t('security.password.current')}
              autoComplete="current-password"
              error={error?.faultOf('currentPassword')}
            />
            <PasswordInput
              visibilityToggleButtonProps={{ 'aria-label': t('security.password.show') }}
              {...field('newPassword')}
              label={t('security.password.next')}
              description={t('security.password.rule', { count: MIN_PASSWORD_LENGTH })}
              autoComplete="new-password"
              error={
                isShort ? t('security.password.short', { count: MIN_PASSWORD_LENGTH }) : error?.faultOf('newPassword')
              }
            />
            <Hint>{t('security.password.hint')}</Hint>
            {!isReadOnly && (
              <Button
                type="submit"
                variant="default"
                loading={change.isPending}
                disabled={values.currentPassword === '' || values.newPassword.length < MIN_PASSWORD_LENGTH}
                style={{ alignSelf: 'start' }}
              >
                {t('security.password.submit')}
              </Button>
            )}
          </>
        ) : (
          <Text size="sm">{t('security.password.none')}</Text>
        )}
      </Stack>
    </Card>
  );
}
