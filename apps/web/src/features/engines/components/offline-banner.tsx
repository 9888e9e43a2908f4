import { Alert, Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../../../lib/live/live-provider.tsx';
import '../texts.ts';
import classes from './engines-page.module.css';

/** Shown while there is no live connection: what is on the screen may be old. */
export function OfflineBanner() {
  const { t } = useTranslation('engines');
  if (useLiveState().is !== 'offline') return null;
  return (
    <Alert color="blue" icon={<IconCloudOff size={20} />} title={t('offline.title')} role="status">
      <div className={classes.offline}>
        <span>{t('offline.text')}</span>
        <Button component={Link} to="/account-subscription" size="xs" variant="default">
          {t('offline.upgrade')}
        </Button>
      </div>
    </Alert>
  );
}
