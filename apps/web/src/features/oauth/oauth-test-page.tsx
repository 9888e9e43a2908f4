import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Steps } from './steps.tsx';
import { type OauthStep, startFlow } from './test-client.ts';
import './texts.ts';

/** `/oauth-test`: a sample client that obtains a token step by step, up to the consent page. */
export function OauthTestPage() {
  const { t } = useTranslation('oauth');
  const [steps, setSteps] = useState<OauthStep[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const [consentUrl, setConsentUrl] = useState<string | null>(null);
  const canProve = window.isSecureContext;
  const start = async () => {
    setSteps([]);
    setIsRunning(true);
    setConsentUrl(await startFlow((step) => setSteps((taken) => [...taken, step])));
    setIsRunning(false);
  };
  return (
    <PageFrame widthPx={820}>
      <PageHeader title={t('test.title')} />
      <Hint>{t('test.lead')}</Hint>
      {!canProve && <Notice tone="error">{t('test.insecure')}</Notice>}
      <Steps steps={steps} />
      <Group>
        {consentUrl === null ? (
          <Button loading={isRunning} disabled={!canProve} onClick={() => void start()}>
            {t('test.start')}
          </Button>
        ) : (
          <Button onClick={() => window.location.assign(consentUrl)}>{t('test.consent')}</Button>
        )}
      </Group>
    </PageFrame>
  );
}
