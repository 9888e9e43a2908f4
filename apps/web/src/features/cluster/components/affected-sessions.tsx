import { Text } from '@mantine/core';
import type { Known } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { useTranslation } from 'react-i18next';
import { userNameOf } from '../rules/engine-sessions.ts';
import '../texts.ts';

/** The sessions that an act on a pod interrupts, as somebody is told of them who confirms it. */
export type ShownSessions = Known<readonly Pick<EngineSessionRow, '_id' | 'user'>[]>;

/** Their ids, by which the server knows what was shown; undefined: it was said that they are not known. */
export const idsOfShown = (sessions: ShownSessions): string[] | undefined =>
  sessions.isKnown ? sessions.value.map((one) => one._id) : undefined;

/** Which sessions an act on a pod interrupts, by name, or that this is not known; nothing when there is none. */
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
