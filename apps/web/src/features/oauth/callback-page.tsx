import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PublicCard } from '../../components/public-card.tsx';
import { useTitle } from '../../lib/navigation/use-title.ts';
import { Steps } from './steps.tsx';
import { completeFlow, type OauthStep, type Outcome } from './test-client.ts';
import './texts.ts';

/** `/oauth/callback`: where the OAuth test returns. Ignores responses to requests that it did not start. */
export function CallbackPage() {
  const { t } = useTranslation('oauth');
  const [steps, setSteps] = useState<OauthStep[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [search] = useState(() => new URLSearchParams(window.location.search));
  // A code is valid once, and React may run an effect twice.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void completeFlow(search, (step) => setSteps((taken) => [...taken, step])).then(setOutcome);
  }, [search]);
  const title = t(outcome === 'nothing' ? 'test.nothing' : 'test.callbackTitle');
  useTitle(title);
  return (
    <PublicCard title={title} lead={outcome === 'nothing' ? t('test.nothingText') : undefined}>
      <Stack gap="md">
        {outcome === 'foreign' && <Notice tone="error">{t('test.foreign')}</Notice>}
        {outcome === 'refused' && (
          <Notice tone="error">{t('test.refused', { error: search.get('error') ?? '' })}</Notice>
        )}
        <Steps steps={steps} />
        {outcome !== null && (
          <ButtonLink to="/oauth-test" variant="default">
            {t('test.again')}
          </ButtonLink>
        )}
      </Stack>
    </PublicCard>
  );
}
