import { NativeSelect, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../../../components/language-choice.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { chosenLanguage } from '../../../lib/i18n/language.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { canInvitedSignUp, canStrangersSignUp, hasPasswords } from '../../../lib/page/page-facts.ts';
import { countries, guessCountry, guessZone, zones } from '../../../lib/places/places.ts';
import { HOME } from '../../../lib/signed-in/guards.ts';
import { signUp } from '../api/sign-up.ts';
import { rules } from '../form-faults.ts';
import { parseInvitationAddress } from '../invitation-address.ts';
import '../texts.ts';
import { AccountForm } from './account-form.tsx';
import { EmailField, NewPasswordField } from './fields.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useAccountForm } from './use-account-form.ts';

/**
 * @param returnTo where to go after signing up; with sign-up by invitation only, the invitation's link
 * @param firstAdmin token of the link printed at startup
 */
export function SignupPage({
  returnTo,
  firstAdmin,
}: {
  returnTo?: string | undefined;
  firstAdmin?: string | undefined;
}) {
  const { t } = useTranslation('accounts');
  const router = useRouter();
  const [places] = useState(() => {
    const zone = guessZone();
    return { zone, zones: zones(zone), country: guessCountry(zone), countries: countries(currentLanguage()) };
  });
  const invitation = parseInvitationAddress(returnTo);
  const form = useAccountForm({
    rules: {
      name: rules.fullName,
      email: rules.email,
      password: rules.newPassword,
      workspaceName: rules.workspaceName,
      zone: () => null,
      country: () => null,
    },
    send: async (values) => {
      const input = { ...values, email: values.email.trim(), name: values.name.trim() };
      const language = chosenLanguage();
      await signUp({
        ...input,
        ...(language !== 'en' && { language }),
        ...(firstAdmin && { firstAdmin }),
        ...(invitation && { invitation }),
      });
      router.history.push(returnTo ?? HOME);
    },
  });
  const canSignUp = canStrangersSignUp() || firstAdmin !== undefined || (canInvitedSignUp() && invitation !== null);
  const title = t(canSignUp ? 'signup.title' : 'signup.closedTitle');
  useTitle(title);
  const footer = (
    <>
      {t('signup.haveAccount')}{' '}
      <AnchorLink to="/login" search={returnTo ? { returnTo } : {}} size="sm">
        {t('signup.toSignIn')}
      </AnchorLink>
    </>
  );

  if (!canSignUp) return <PublicCard title={title} lead={t('signup.closed')} footer={footer} />;
  return (
    <PublicCard title={title} footer={footer} corner={<LanguageChoice />}>
      <ProviderSignIn carried={{ returnTo, ...(firstAdmin && { firstAdmin }), ...(invitation && { invitation }) }} />
      {hasPasswords() && (
        <AccountForm form={form} submit={t('signup.submit')}>
          <TextInput {...form.field('name')} size="md" label={t('fullName')} autoComplete="name" autoFocus />
          <EmailField field={form.field('email')} />
          <NewPasswordField field={form.field('password')} label={t('password')} />
          <TextInput
            {...form.field('workspaceName')}
            size="md"
            label={t('signup.workspace')}
            description={t('signup.workspaceHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="organization"
          />
          <NativeSelect
            {...form.field('country')}
            size="md"
            label={t('signup.country')}
            autoComplete="country"
            defaultValue={places.country}
            data={places.countries}
          />
          <NativeSelect
            {...form.field('zone')}
            size="md"
            label={t('signup.zone')}
            defaultValue={places.zone}
            data={places.zones}
          />
        </AccountForm>
      )}
    </PublicCard>
  );
}
