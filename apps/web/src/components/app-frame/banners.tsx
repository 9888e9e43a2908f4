import { Anchor } from '@mantine/core';
import { IconEye, IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../lib/api/client.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import classes from './banners.module.css';

/** What is different from ordinary use, above everything, and how to leave it. */
export function Banners() {
  const { t } = useTranslation('frame');
  const me = useMe();
  const { pathname } = useLocation();
  const settings = useQuery(apiQuery.accounts.settings.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  return (
    <>
      {settings.data?.demo && (
        <div className={classes.banner} data-tone="warning" role="note">
          <IconFlask size={16} stroke={1.8} aria-hidden />
          <span>
            {t('banner.demo')} <span className={classes.leave}>{t('banner.demoLeave')}</span>
          </span>
        </div>
      )}
      {me.supportMode && (
        <div className={classes.banner} data-tone="info" role="note">
          <IconEye size={16} stroke={1.8} aria-hidden />
          <span>
            {t('banner.support', { name: me.fullName })}{' '}
            <Anchor href={pathname} c="inherit" td="underline" fz="inherit">
              {t('banner.supportLeave')}
            </Anchor>
          </span>
        </div>
      )}
    </>
  );
}
