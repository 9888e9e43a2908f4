import { Anchor, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicCard } from '../../../components/public-card.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { submitSecondFactor } from '../api/sign-in.ts';
import '../texts.ts';
import { rules } from '../form-faults.ts';
import { AccountForm } from './account-form.tsx';
import { useAccountForm } from './use-account-form.ts';

/** The second step of a sign-in: a code from the app, or a recovery code. */
export function SecondFactorCard(props: { onDone: () => void; onExpired: () => void }) {
  const { t } = useTranslation('accounts');
  const [kind, setKind] = useState<'totp' | 'backup-code'>('totp');
  const form = useAccountForm({
    rules: { code: rules.code },
    send: async ({ code }) => {
      try {
        await submitSecondFactor(kind, kind === 'totp' ? code.replaceAll(/\s/g, '') : code.trim());
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error;
        props.onExpired();
        return;
      }
      props.onDone();
    },
  });
  useTitle(t('secondFactor.title'));
  const isTotp = kind === 'totp';
  return (
    <PublicCard
      title={t('secondFactor.title')}
      lead={t(isTotp ? 'secondFactor.lead' : 'secondFactor.recoveryLead')}
      footer={
        <Anchor component="button" type="button" size="sm" onClick={() => setKind(isTotp ? 'backup-code' : 'totp')}>
          {t(isTotp ? 'secondFactor.useRecovery' : 'secondFactor.useApp')}
        </Anchor>
      }
    >
      <AccountForm form={form} submit={t('login.submit')}>
        <TextInput
          key={kind}
          {...form.field('code')}
          size="md"
          label={t(isTotp ? 'secondFactor.code' : 'secondFactor.recovery')}
          autoComplete={isTotp ? 'one-time-code' : 'off'}
          inputMode={isTotp ? 'numeric' : 'text'}
          spellCheck={false}
          dir="ltr"
          autoFocus
        />
      </AccountForm>
    </PublicCard>
  );
}
