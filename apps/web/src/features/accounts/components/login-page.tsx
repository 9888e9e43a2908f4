import { Anchor } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { LanguageChoice } from '../../../components/language-choice.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { canInvitedSignUp, canStrangersSignUp, hasPasswords } from '../../../lib/page/page-facts.ts';
import { HOME } from '../../../lib/signed-in/guards.ts';
import { signIn } from '../api/sign-in.ts';
import { rules } from '../form-faults.ts';
import { parseInvitationAddress } from '../invitation-address.ts';
import '../texts.ts';
import { AccountForm } from './account-form.tsx';
import { type DemoAccount, DemoAccounts } from './demo-accounts.tsx';
import { CurrentPasswordField, EmailField } from './fields.tsx';
import classes from './login-page.module.css';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Most sign-ins never show it. */
const SecondFactorCard = lazy(async () => ({
  default: (await import('./second-factor-card.tsx')).SecondFactorCard,
}));

export function LoginPage(props: {
  /** Null outside a demo. */
  demoAccounts: Promise<DemoAccount[]> | null;
  returnTo: string | undefined;
  hasNewPassword: boolean;
  /** Signed in through the provider, and now at the second factor. */
  isAtSecondFactor?: boolean;
  /** Error with which sign-in through the provider ended. */
  fault?: string | undefined;
}) {
  const { t } = useTranslation('accounts');
  const router = useRouter();
  const submit = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useState<'password' | 'second' | 'over'>(props.isAtSecondFactor ? 'second' : 'password');
  const [isFormShown, setIsFormShown] = useState(hasPasswords);
  const carried = { returnTo: props.returnTo };
  const proceed = () => router.history.push(props.returnTo ?? HOME);
  const form = useAccountForm({
    rules: { email: rules.email, password: rules.password },
    send: async (values) => {
      const { needsSecondFactor } = await signIn({ email: values.email.trim(), password: values.password });
      if (needsSecondFactor) setStep('second');
      else proceed();
    },
  });
  useTitle(t('login.title'));

  if (step === 'second') {
    return (
      <Suspense fallback={null}>
        <SecondFactorCard onDone={proceed} onExpired={() => setStep('over')} />
      </Suspense>
    );
  }
  return (
    <PublicCard
      title={t('login.title')}
      corner={<LanguageChoice />}
      about={
        <>
          {t('login.about')}
          <ul>
            <li>{t('login.points.schedule')}</li>
            <li>{t('login.points.automate')}</li>
            <li>{t('login.points.own')}</li>
          </ul>
        </>
      }
    >
      <ProviderSignIn fault={props.fault} carried={carried} />
      {!isFormShown && (
        <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setIsFormShown(true)}>
          {t('provider.admin')}
        </Anchor>
      )}
      {isFormShown && (
        <AccountForm form={form} submit={t('login.submit')} submitRef={submit}>
          {props.demoAccounts && (
            <DemoAccounts accounts={props.demoAccounts} onFilled={() => submit.current?.focus()} />
          )}
          {step === 'over' && <Notice tone="error">{t('secondFactor.over')}</Notice>}
          {props.hasNewPassword && <Notice tone="success">{t('login.passwordChanged')}</Notice>}
          <EmailField field={form.field('email')} autoFocus />
          <CurrentPasswordField
            field={form.field('password')}
            aside={
              hasPasswords() && (
                <AnchorLink to="/fyp" size="sm" className={classes.forgot}>
                  {t('login.forgot')}
                </AnchorLink>
              )
            }
          />
        </AccountForm>
      )}
      <PasskeySignIn onDone={proceed} />
      {canStrangersSignUp() || (canInvitedSignUp() && parseInvitationAddress(props.returnTo) !== null) ? (
        <Hint className={classes.signUp}>
          {t('login.noAccount')}{' '}
          <AnchorLink to="/signup" search={props.returnTo ? { returnTo: props.returnTo } : {}} size="sm">
            {t('login.toSignUp')}
          </AnchorLink>
        </Hint>
      ) : (
        <Hint className={classes.signUp}>{t('login.closed')}</Hint>
      )}
    </PublicCard>
  );
}
