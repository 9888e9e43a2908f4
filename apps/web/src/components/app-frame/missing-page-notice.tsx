import { Alert } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import './texts.ts';

/** Who asked for a page that does not exist is at the start now, and told why. */
export function MissingPageNotice() {
  const { t } = useTranslation('frame');
  const navigate = useNavigate();
  const path = useLocation({ select: ({ state }) => state.missingPath });
  if (path === undefined) return null;
  return (
    <Alert
      color="yellow"
      radius={0}
      role="status"
      icon={<IconMapOff size={18} />}
      title={t('missing.title', { path })}
      withCloseButton
      closeButtonLabel={t('missing.close')}
      onClose={() => void navigate({ to: '.', search: true, state: {}, replace: true })}
    />
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that was asked for and is no page's. */
    missingPath?: string;
  }
}
