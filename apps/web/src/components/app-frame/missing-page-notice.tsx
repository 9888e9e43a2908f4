import { CloseButton } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';
import './texts.ts';

/** Who asked for a page that does not exist is at the start now, and told why. */
export function MissingPageNotice() {
  const { t } = useTranslation('frame');
  const navigate = useNavigate();
  const path = useLocation({ select: ({ state }) => state.missingPath });
  if (path === undefined) return null;
  return (
    <div className={classes.banner} data-tone="warning" role="status">
      <IconMapOff size={16} stroke={1.8} aria-hidden />
      {t('missing.title', { path })}
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
  }
}
