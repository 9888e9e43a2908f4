import { Anchor } from '@mantine/core';
import type { Me } from '@switchyard/contracts/accounts';
import { IconEye, IconFlask } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { supportedUser } from '../../lib/api/request-headers.ts';
import { isDemo } from '../../lib/page/page-facts.ts';
import classes from './banners.module.css';

/** What is different from ordinary use, above everything, and how to leave it. */
export function Banners({ me }: { me: Me | null }) {
  const { t } = useTranslation('frame');
  const { pathname } = useLocation();
  const isSupport = me ? me.supportMode : supportedUser() !== null;
  return (
    <>
      {isDemo() && (
        <aside className={classes.banner} data-tone="warning" aria-label={t('banner.demoName')}>
          <IconFlask size={16} stroke={1.8} aria-hidden />
          <span>
            {t('banner.demo')} <span className={classes.leave}>{t('banner.demoLeave')}</span>
          </span>
        </aside>
      )}
      {isSupport && (
        <aside className={classes.banner} data-tone="info" aria-label={t('banner.supportName')}>
          <IconEye size={16} stroke={1.8} aria-hidden />
          <span>
            {t('banner.support', { name: me?.fullName ?? '…' })}{' '}
            <Anchor href={pathname} c="inherit" td="underline" fz="inherit">
              {t('banner.supportLeave')}
            </Anchor>
          </span>
        </aside>
      )}
    </>
  );
}
