import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { resetPassword } from '../api/reset-password.ts';
import { rules } from '../form-faults.ts';
import '../texts.ts';
import { AccountForm } from './account-form.tsx';
import { NewPasswordField } from './fields.tsx';
import { useAccountForm } from './use-account-form.ts';

/** @param token of the mailed link; without one the link is no longer valid */
export function ResetPasswordPage({ token }: { token: string | undefined }) {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const [isBadLink, setIsBadLink] = useState(token === undefined);
  const form = useAccountForm({
    rules: { newPassword: rules.newPassword },
    send: async ({ newPassword }) => {
      try {
        await resetPassword({ token: token ?? '', newPassword });
      } catch (error) {
        if (!(error instanceof ApiError && error.faultOf('token'))) throw error;
        setIsBadLink(true);
        return;
      }
      await navigate({ to: '/login', search: { reset: true } });
    },
  });
  useTitle(t('reset.title'));
  const footer = (
    <AnchorLink to="/login" size="sm">
      {t('backToSignIn')}
    </AnchorLink>
  );

  return isBadLink ? (
    <PublicCard title={t('reset.title')} lead={t('reset.badLink')} footer={footer}>
      <ButtonLink to="/fyp" size="md" fullWidth>
        {t('reset.newLink')}
      </ButtonLink>
    </PublicCard>
  ) : (
    <PublicCard title={t('reset.title')} footer={footer}>
      <AccountForm form={form} submit={t('reset.submit')}>
        <NewPasswordField field={form.field('newPassword')} label={t('newPassword')} autoFocus />
      </AccountForm>
    </PublicCard>
  );
}
