import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { errorFromFailure } from '../../../lib/api/api-error.ts';
import { hasPasswords } from '../../../lib/page/page-facts.ts';
import { knowsPasskeys, signInWithPasskey } from '../api/passkeys.ts';
import '../texts.ts';

/** Sign-in with a passkey; nothing if the browser has no passkeys, or only the provider may sign users in. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (!hasPasswords() || !knowsPasskeys()) return null;
  const enter = async () => {
    setIsBusy(true);
    setError(null);
    try {
      if (await signInWithPasskey()) onDone();
    } catch (failure) {
      const { status, message } = errorFromFailure(failure);
      setError(status === 401 ? t('passkey.unknown') : message);
    }
    setIsBusy(false);
  };
  return (
    <>
      <Button
        variant="subtle"
        fullWidth
        mt="sm"
        leftSection={<IconFingerprint size={18} stroke={1.6} />}
        loading={isBusy}
        onClick={() => void enter()}
      >
        {t('passkey.signIn')}
      </Button>
      {error && <Notice tone="error">{error}</Notice>}
    </>
  );
}
