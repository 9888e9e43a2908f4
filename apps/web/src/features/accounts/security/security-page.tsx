import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { hasPasswords } from '../../../lib/page/page-facts.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../account-texts.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SignInsCard } from './sign-ins-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** `/account-security`: password, second factor and active sign-ins. */
export function SecurityPage() {
  const { t } = useTranslation('account');
  const { supportMode } = useMe();
  const security = useQuery(apiQuery.accounts.security.queryOptions());
  return (
    <PageFrame widthPx={640}>
      <PageHeader title={t('security.title')} />
      {supportMode && <Hint>{t('security.readOnly')}</Hint>}
      {security.isError && <ErrorState error={security.error} onRetry={() => void security.refetch()} />}
      {security.isPending && <Skeleton height={360} radius="md" />}
      {security.data && (
        <>
          <TwoFactorCard security={security.data} isReadOnly={supportMode} />
          {hasPasswords() && <PasskeysCard passkeys={security.data.passkeys} isReadOnly={supportMode} />}
          {hasPasswords() && <PasswordCard hasPassword={security.data.hasPassword} isReadOnly={supportMode} />}
        </>
      )}
      {/* Waits for the cards above, whose height is unknown until then. */}
      {!security.isPending && <SignInsCard isReadOnly={supportMode} />}
    </PageFrame>
  );
}
