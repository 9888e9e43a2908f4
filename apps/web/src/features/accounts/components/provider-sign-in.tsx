import { Button, Divider, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { errorFromFailure } from '../../../lib/api/api-error.ts';
import { hasPasswords, signInProvider } from '../../../lib/page/page-facts.ts';
import { signInWithProvider } from '../api/sign-in-with-provider.ts';
import '../texts.ts';

/** Provider errors that a user can act on. */
const FAULTS = {
  address_not_verified: 'provider.fault.addressNotVerified',
  email_not_found: 'provider.fault.noAddress',
  signup_closed: 'provider.fault.signUpClosed',
  provider_away: 'provider.fault.away',
  access_denied: 'provider.fault.denied',
  state_mismatch: 'provider.fault.over',
} as const;

/** Sign-in through the provider, above that with a password; nothing if there is no provider. */
export function ProviderSignIn(props: {
  /** Error with which sign-in through the provider ended. */
  fault?: string | undefined;
  carried: Parameters<typeof signInWithProvider>[0];
}) {
  const { t } = useTranslation('accounts');
  const [isLeaving, setIsLeaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const name = signInProvider();
  if (name === undefined) return null;
  const openProvider = async () => {
    setIsLeaving(true);
    setError(null);
    try {
      // The browser is leaving the page: the button stays busy until then.
      await signInWithProvider(props.carried);
    } catch (failure) {
      setError(errorFromFailure(failure).message);
      setIsLeaving(false);
    }
  };
  const faultKey = props.fault && (FAULTS[props.fault as keyof typeof FAULTS] ?? 'provider.fault.other');
  return (
    <Stack mb={hasPasswords() ? 'md' : 0}>
      {(error ?? faultKey) && <Notice tone="error">{error ?? (faultKey && t(faultKey, { name }))}</Notice>}
      <Button
        size="md"
        fullWidth
        variant={hasPasswords() ? 'default' : 'filled'}
        loading={isLeaving}
        onClick={openProvider}
      >
        {t('provider.submit', { name })}
      </Button>
      {hasPasswords() && <Divider label={t('provider.or')} />}
    </Stack>
  );
}
