import { PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_LENGTH } from '../form-faults.ts';

interface Field {
  name: string;
  error: string | undefined;
  onChange: () => void;
}

/** The library does not mark this field as invalid for screen readers; it does so for all others. */
const passwordProps = (field: Field) => ({ ...field, 'aria-invalid': field.error !== undefined });

export function EmailField({ field, autoFocus }: { field: Field; autoFocus?: boolean }) {
  const { t } = useTranslation('accounts');
  return (
    <TextInput
      {...field}
      size="md"
      label={t('email')}
      type="email"
      autoComplete="username"
      inputMode="email"
      spellCheck={false}
      autoFocus={autoFocus ?? false}
    />
  );
}

export function CurrentPasswordField({ field, aside }: { field: Field; aside?: ReactNode }) {
  const { t } = useTranslation('accounts');
  return (
    <div style={{ position: 'relative' }}>
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...passwordProps(field)}
        size="md"
        label={t('password')}
        autoComplete="current-password"
      />
      {aside}
    </div>
  );
}

export function NewPasswordField({ field, label, autoFocus }: { field: Field; label: string; autoFocus?: boolean }) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...passwordProps(field)}
      size="md"
      label={label}
      description={t('passwordRule', { count: MIN_PASSWORD_LENGTH })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      autoFocus={autoFocus ?? false}
    />
  );
}
