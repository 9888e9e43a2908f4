import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';
import '../texts.ts';

/** A link from the console to a session's engine; the engine's page leads back to the console as it was left. */
export function EngineLink(props: { engineId: string; children: ReactNode; isCode?: boolean }) {
  const { t } = useTranslation('cluster');
  const from = useLocation({ select: (location) => location.href });
  return (
    <AnchorLink
      to="/engine-explorer/$engineId"
      params={{ engineId: props.engineId }}
      search={{ from }}
      title={t('optimizer.openEngine')}
      inherit
      {...(props.isCode ? { ff: 'monospace', fz: 'xs' } : {})}
    >
      {props.children}
    </AnchorLink>
  );
}
