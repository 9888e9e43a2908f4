import { Text } from '@mantine/core';
import type { Known } from '@switchyard/cluster-rules/known';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/** Which sessions an act on a pod interrupts, by name, or that this is not known; nothing when there is none. */
export function HitSessions({ sessions }: { sessions: Known<readonly string[]> }) {
  const { t } = useTranslation('cluster');
  if (sessions.isKnown && sessions.value.length === 0) return null;
  return (
    <Text size="sm" fw={550}>
      {sessions.isKnown
        ? t('delete.hits', { count: sessions.value.length, sessions: sessions.value.join(', ') })
        : t('delete.hitsUnknown', { why: sessions.why })}
    </Text>
  );
}
