import { CloseButton } from '@mantine/core';
import { IconLock, IconMapOff } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';
import './texts.ts';

/** Whoever asked for a page that does not exist, or is not for them, is at the start now, and told why. */
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
    /** The address that was asked for and is no page's. */
    missingPath?: string;
    /** The address that was asked for and is for administrators alone. */
    refusedPath?: string;
  }
}
