import { CloseButton } from '@mantine/core';
import { IconLock, IconMapOff } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';
import './texts.ts';

/** Tells users why they were redirected here: the page does not exist, or is not for them. */
export function RedirectNotice() {
  const { t } = useTranslation('frame');
  const navigate = useNavigate();
  const { missingPath, refusedPath } = useLocation({ select: ({ state }) => state });
  if (missingPath === undefined && refusedPath === undefined) return null;
  const Icon = refusedPath === undefined ? IconMapOff : IconLock;
  return (
    <div className={classes.banner} data-tone="warning" role="status">
      <Icon size={16} stroke={1.8} aria-hidden />
      {refusedPath === undefined ? t('missing.title', { path: missingPath ?? '' }) : t('missing.refused')}
      <CloseButton
        size="xs"
        c="inherit"
        aria-label={t('missing.close')}
        onClick={() => void navigate({ to: '.', search: true, state: {}, replace: true })}
      />
    </div>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The requested address, which belongs to no page. */
    missingPath?: string;
    /** The requested address, which is for administrators only. */
    refusedPath?: string;
  }
}
