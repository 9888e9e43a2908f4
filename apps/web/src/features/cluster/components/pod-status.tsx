import { HoverCard, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { helpFor } from './help-for.ts';
import '../texts.ts';

/** A pod's status; on hover, what causes it. */
export function PodStatus({ status }: { status: string }) {
  const { t } = useTranslation('cluster');
  const help = helpFor(status);
  if (!help) return <StatusBadge context="pod" state={status} />;
  return (
    <HoverCard width={320} shadow="md" openDelay={150} withinPortal>
      <HoverCard.Target>
        <span style={{ cursor: 'help' }}>
          <StatusBadge context="pod" state={status} />
        </span>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text size="sm">{t(`help.${help}`)}</Text>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
