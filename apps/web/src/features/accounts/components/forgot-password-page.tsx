import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { hasPasswords } from '../../../lib/page/page-facts.ts';
import { requestPasswordReset } from '../api/reset-password.ts';
import { rules } from '../form-faults.ts';
import '../texts.ts';
import { AccountForm } from './account-form.tsx';
import { EmailField } from './fields.tsx';
import { useAccountForm } from './use-account-form.ts';

export function ForgotPasswordPage() {
  const { t } = useTranslation('accounts');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAccountForm({
    rules: { email: rules.email },
    send: async ({ email }) => {
      await requestPasswordReset(email.trim());
      setSentTo(email.trim());
    },
  });
  useTitle(t('forgot.title'));
  const footer = (
    <AnchorLink to="/login" size="sm">
      {t('backToSignIn')}
    </AnchorLink>
  );

  if (!hasPasswords()) return <PublicCard title={t('forgot.title')} lead={t('provider.noPasswords')} footer={footer} />;
  return sentTo ? (
    <PublicCard
      title={t('forgot.sentTitle')}
      lead={<span role="status">{t('forgot.sent', { email: sentTo })}</span>}
      footer={footer}
    />
  ) : (
    <PublicCard title={t('forgot.title')} lead={t('forgot.lead')} footer={footer}>
      <AccountForm form={form} submit={t('forgot.submit')}>
        <EmailField field={form.field('email')} autoFocus />
      </AccountForm>
    </PublicCard>
  );
}
