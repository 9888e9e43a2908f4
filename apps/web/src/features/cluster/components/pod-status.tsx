import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { helpFor } from './help-for.ts';
import '../texts.ts';

const OPEN_AFTER_MS = 150;

/** A pod's status, or a node's; pointed at or focused, what causes it (`helpOf`: under another name). The help is made when it opens: in a table of pods it would outweigh everything else. */
export function PodStatus({ status, helpOf = status }: { status: string; helpOf?: string }) {
  const { t } = useTranslation('cluster');
  const [isPointed, setIsPointed] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isPointed) return;
    const timer = setTimeout(() => setIsOpen(true), OPEN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsOpen(false);
    };
  }, [isPointed]);
  const help = helpFor(helpOf);
  const badge = <StatusBadge context="pod" state={status} />;
  if (!help) return badge;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows its help, there is nothing to activate
    <span
      style={{ cursor: 'help', display: 'inline-flex' }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its help is for the keyboard too
      tabIndex={0}
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
      onFocus={() => setIsPointed(true)}
      onBlur={() => setIsPointed(false)}
    >
      {isOpen ? (
        <Tooltip label={t(`help.${help}`)} multiline w={320} opened>
          <span>{badge}</span>
        </Tooltip>
      ) : (
        badge
      )}
    </span>
  );
}
