import { Text } from '@mantine/core';
import { ENGINE_TROUBLES, type EngineTrouble, type EngineTroubleCause } from '@switchyard/contracts/engines/trouble';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import '../texts.ts';

/** The cause in a session event's details; null if there is none that we have a text for. */
export const causeOf = (details: Record<string, unknown>): EngineTroubleCause | null =>
  ENGINE_TROUBLES.find((cause) => cause === details.cause) ?? null;

/** Why an engine is not connected, in one line. */
export function TroubleLine({ trouble }: { trouble: EngineTrouble }) {
  const { t } = useTranslation('engines');
  return (
    <Hint size="xs" maw={280} title={t(`trouble.${trouble.cause}.todo`)}>
      {t(`trouble.${trouble.cause}.what`)}
    </Hint>
  );
}

/** Why an engine is not connected, in full, and what to do. */
export function TroubleNotice({ trouble }: { trouble: EngineTrouble }) {
  const { t } = useTranslation('engines');
  const { cause, detail, exitCode, endedAt } = trouble;
  return (
    <Notice tone="error">
      <strong>{t(`trouble.${cause}.what`)}</strong>
      {exitCode !== null && ` (${t('trouble.exitCode', { code: exitCode })})`}
      {endedAt !== null && (
        <>
          {', '}
          <RelativeTime at={endedAt} />
        </>
      )}
      {detail !== null && (
        <>
          {': '}
          <bdi>{detail}</bdi>
        </>
      )}
      <br />
      {t(`trouble.${cause}.todo`)}
    </Notice>
  );
}

/** Cause of a disconnect in the timeline. */
export function TroubleStep({ cause }: { cause: EngineTroubleCause }) {
  const { t } = useTranslation('engines');
  return (
    <Text size="sm" mt={4}>
      {t(`trouble.${cause}.what`)}. {t(`trouble.${cause}.todo`)}
    </Text>
  );
}
