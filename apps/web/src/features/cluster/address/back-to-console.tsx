import { IconArrowLeft } from '@tabler/icons-react';
import { defaultParseSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { type ConsoleScreen, consoleOrigin } from './console-origin.ts';
import '../texts.ts';

const TITLES = {
  '/cluster-optimizer': 'optimizer.title',
  '/k8s-analyzer': 'gateway.title',
  '/k8s-analyzer-nodes': 'nodes.title',
} as const satisfies Record<ConsoleScreen, string>;

/**
 * Leads an administrator back to the console screen from which a page was opened, with its pod and filters; otherwise
 * nothing.
 */
export function BackToConsole({ from }: { from: string | undefined }) {
  const { t } = useTranslation('cluster');
  const me = useMe();
  const origin = consoleOrigin(from, defaultParseSearch);
  if (!origin || me.role !== 'admin') return null;
  return (
    <AnchorLink to={origin.screen} search={origin.search} size="sm">
      <IconArrowLeft size={16} aria-hidden style={{ verticalAlign: 'text-bottom' }} />{' '}
      {t('backTo', { screen: t(TITLES[origin.screen]) })}
    </AnchorLink>
  );
}
