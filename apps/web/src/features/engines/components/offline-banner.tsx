import { Alert } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { useLiveState } from '../../../lib/live/live-provider.tsx';
import '../texts.ts';
import classes from './engines-page.module.css';

/** Shown while the live connection is down: data on the screen may be outdated. */
export function OfflineBanner() {
  const { t } = useTranslation('engines');
  if (useLiveState().is !== 'offline') return null;
  return (
    <Alert color="blue" icon={<IconCloudOff size={20} />} title={t('offline.title')} role="status">
      <div className={classes.offline}>
        <span>{t('offline.text')}</span>
        <ButtonLink to="/account-subscription" size="xs" variant="default">
          {t('offline.upgrade')}
        </ButtonLink>
      </div>
    </Alert>
  );
}
