import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { helpFor } from './help-for.ts';
import { useOpenOnHover } from './use-hover.ts';
import '../texts.ts';

const OPEN_AFTER_MS = 150;

/**
 * A pod's or node's status; its cause on hover or focus (`helpOf`: under another name). The help is created when it
 * opens: in a table of pods it would outweigh everything else.
 */
export function PodStatus({ status, helpOf = status }: { status: string; helpOf?: string }) {
  const { t } = useTranslation('cluster');
  const pointed = useOpenOnHover(OPEN_AFTER_MS);
  const help = helpFor(helpOf);
  const badge = <StatusBadge context="pod" state={status} />;
  if (!help) return badge;
  return (
    <span
      style={{ cursor: 'help', display: 'inline-flex' }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its help must be reachable by keyboard
      tabIndex={0}
      {...pointed.props}
    >
      {pointed.isOpen ? (
        <Tooltip label={t(`help.${help}`)} multiline w={320} opened>
          <span>{badge}</span>
        </Tooltip>
      ) : (
        badge
      )}
    </span>
  );
}
