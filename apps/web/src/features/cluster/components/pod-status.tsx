import { Popover, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { helpFor } from './help-for.ts';
import '../texts.ts';

const OPEN_AFTER_MS = 150;

/** A pod's status; on hover, what causes it. The popover is made when it opens: in a table of pods it would outweigh everything else. */
export function PodStatus({ status }: { status: string }) {
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
  const help = helpFor(status);
  const badge = <StatusBadge context="pod" state={status} />;
  if (!help) return badge;
  return (
    <span
      style={{ cursor: 'help' }}
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
    >
      {isOpen ? (
        <Popover width={320} shadow="md" opened withinPortal>
          <Popover.Target>
            <span>{badge}</span>
          </Popover.Target>
          <Popover.Dropdown>
            <Text size="sm">{t(`help.${help}`)}</Text>
          </Popover.Dropdown>
        </Popover>
      ) : (
        badge
      )}
    </span>
  );
}
