import { Button, Skeleton, Stack } from '@mantine/core';
import type { Me } from '@switchyard/contracts/accounts/operations';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { type ApiError, errorFromFailure } from '../../../lib/api/api-error.ts';
import { requestJson } from '../../../lib/api/request.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { canStrangersSignUp, isSelling } from '../../../lib/page/page-facts.ts';
import { clearCurrentUser, loadCurrentUser } from '../../../lib/signed-in/current-user.ts';
import '../texts.ts';

const HERE = { returnTo: '/trialModal' };

/** `/trialModal`: starts the trial for signed-in users; visitors sign up or in first and return. */
export function TrialPage() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const [me, setMe] = useState<Me | null>();
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  useTitle(t('trial.title'));
  useEffect(() => {
    loadCurrentUser().then(setMe, (error: unknown) => setFailure(errorFromFailure(error)));
  }, []);

  const start = async () => {
    setIsStarting(true);
    setFailure(null);
    try {
      await requestJson('/api/subscription/trial', { method: 'POST', body: {} });
      clearCurrentUser();
      await navigate({ to: '/account-subscription' });
    } catch (error) {
      const fault = errorFromFailure(error);
      // It started with the sign-up, or has ended: the subscription says which.
      if (fault.code === 'TRIAL_USED') return void navigate({ to: '/account-subscription' });
      setFailure(fault);
      setIsStarting(false);
    }
  };

  if (!isSelling()) return <PublicCard title={t('off.title')} lead={t('off.text')} />;
  return (
    <PublicCard title={t('trial.title')} lead={t('trial.lead')}>
      <Stack gap="sm">
        {failure && <Notice tone="error">{failure.message}</Notice>}
        {me === undefined && !failure && <Skeleton height={42} radius="md" />}
        {me && (
          <>
            <Button size="md" fullWidth loading={isStarting} onClick={() => void start()}>
              {t('trial.start')}
            </Button>
            <ButtonLink to="/pricing" size="md" variant="default" fullWidth>
              {t('trial.plans')}
            </ButtonLink>
          </>
        )}
        {me === null && (
          <>
            {canStrangersSignUp() && (
              <ButtonLink to="/signup" search={HERE} size="md" fullWidth>
                {t('trial.signUp')}
              </ButtonLink>
            )}
            <ButtonLink to="/login" search={HERE} size="md" variant="default" fullWidth>
              {t('trial.signIn')}
            </ButtonLink>
          </>
        )}
      </Stack>
    </PublicCard>
  );
}
