import { Loader, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import '../texts.ts';
import { chooseEngine } from './choose-engine.ts';
import { PairingPanel } from './pairing-panel.tsx';
import classes from './qr-view.module.css';

/** A new engine is announced by a live event; this is the fallback while the live connection is down. */
const REFETCH_INTERVAL_MS = 10_000;

/** `/qr-view`: only a QR code, as large as possible, for a second screen. Follows the engine until it is connected. */
export function QrViewPage({ engineId }: { engineId: string | undefined }) {
  const { t } = useTranslation('engines');
  const engines = useQuery({ ...enginesQuery, refetchInterval: REFETCH_INTERVAL_MS });
  useTitle(t('qrView.title'));
  const [followedId, setFollowedId] = useState<string | null>(null);
  const engine = engines.data ? chooseEngine(engines.data.data, engineId, followedId) : null;
  if (engine && engine._id !== followedId) setFollowedId(engine._id);
  return (
    <main className={classes.page}>
      {engine ? (
        <Title order={1} className={classes.title}>
          <bdi>{engine.name}</bdi>
          {engine.phoneNumber && (
            <Text component="span" c="dimmed" size="md">
              {' '}
              <bdi>{engine.phoneNumber}</bdi>
            </Text>
          )}
        </Title>
      ) : (
        <VisuallyHidden component="h1">{t('qrView.title')}</VisuallyHidden>
      )}
      {engines.isPending && <Loader aria-label={t('qrView.title')} />}
      {engines.isError && (
        <ErrorState title={t('errorLoadingEngines')} error={engines.error} onRetry={() => void engines.refetch()} />
      )}
      {engine && <PairingPanel engine={engine} size="large" />}
      {engines.isSuccess && !engine && (
        <EmptyState icon={IconQrcode} title={t('qrView.nothing')} text={t('qrView.nothingText')} />
      )}
      <AnchorLink to="/engines" size="sm" className={classes.back}>
        {t('qrView.back')}
      </AnchorLink>
    </main>
  );
}
