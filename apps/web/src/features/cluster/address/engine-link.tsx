import { Anchor } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/** A link from the console to a session's engine; the engine's page leads back to the console as it was left. */
export function EngineLink(props: { engineId: string; children: ReactNode; isCode?: boolean }) {
  const { t } = useTranslation('cluster');
  const from = useLocation({ select: (location) => location.href });
  return (
    <Anchor
      component={Link}
      to="/engine-explorer/$engineId"
      params={{ engineId: props.engineId } as never}
      search={{ from } as never}
      title={t('optimizer.openEngine')}
      inherit
      {...(props.isCode ? { ff: 'monospace', fz: 'xs' } : {})}
    >
      {props.children}
    </Anchor>
  );
}
