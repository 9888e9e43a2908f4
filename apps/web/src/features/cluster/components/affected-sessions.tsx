import { Text } from '@mantine/core';
import type { Known } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { useTranslation } from 'react-i18next';
import { userNameOf } from '../rules/engine-sessions.ts';
import '../texts.ts';

/** The sessions interrupted by an action on a pod, as shown to the person who confirms it. */
export type ShownSessions = Known<readonly Pick<EngineSessionRow, '_id' | 'user'>[]>;

/** Ids of the sessions shown, for the server to compare; undefined if they were shown as unknown. */
export const shownSessionIds = (sessions: ShownSessions): string[] | undefined =>
  sessions.isKnown ? sessions.value.map((session) => session._id) : undefined;

/** Names the sessions that an action on a pod interrupts, or says that they are unknown; nothing if there are none. */
export function AffectedSessions({ sessions }: { sessions: ShownSessions }) {
  const { t } = useTranslation('cluster');
  if (sessions.isKnown && sessions.value.length === 0) return null;
  return (
    <Text size="sm" fw={550}>
      {sessions.isKnown
        ? t('delete.hits', { count: sessions.value.length, sessions: sessions.value.map(nameOf).join(', ') })
        : t('delete.hitsUnknown', { why: sessions.why })}
    </Text>
  );
}

const nameOf = ({ _id, user }: Pick<EngineSessionRow, '_id' | 'user'>): string => userNameOf(user) || _id;
