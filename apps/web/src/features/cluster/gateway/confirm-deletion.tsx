import { List, Progress, Text } from '@mantine/core';
import { MAX_PODS_PER_DELETION } from '@switchyard/cluster-rules/deletion';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import { AffectedSessions } from '../components/affected-sessions.tsx';
import type { GatewayPodView } from './gateway-pods.ts';
import '../texts.ts';

/** The confirmation dialog 'Confirm Pod Deletion' (spec 001 section 2.2), for one pod or many. */
export function ConfirmDeletion(props: {
  pods: readonly GatewayPodView[] | null;
  /** Total number of candidates. */
  candidates: number;
  onDelete: (pods: readonly GatewayPodView[], onProgress: (done: number) => void) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('cluster');
  /** Number of pods done; null when none is being deleted. */
  const [done, setDone] = useState<number | null>(null);
  const pods = props.pods ?? [];
  const [only, ...others] = pods;
  const isSingle = only !== undefined && others.length === 0;
  const run = async () => {
    setDone(0);
    await props.onDelete(pods, setDone).finally(() => setDone(null));
  };
  return (
    <ActionDialog
      isOpen={props.pods !== null}
      title={t('gateway.confirmTitle')}
      confirm={t('gateway.delete')}
      running={t('delete.running')}
      act={run}
      onClose={props.onClose}
    >
      <Text size="sm">
        {isSingle ? t('delete.text', { name: only.pod.name }) : t('gateway.confirmMany', { count: pods.length })}
      </Text>
      {isSingle && <AffectedSessions sessions={only.sessions} />}
      {!isSingle && (
        <List size="xs" style={{ maxBlockSize: 200, overflow: 'auto' }}>
          {pods.map(({ pod }) => (
            <List.Item key={pod.uid}>
              {pod.name} ({pod.status})
            </List.Item>
          ))}
        </List>
      )}
      {!isSingle && props.candidates > pods.length && (
        <Hint size="xs">
          {t('gateway.confirmMore', { most: MAX_PODS_PER_DELETION, count: props.candidates - pods.length })}
        </Hint>
      )}
      {!isSingle && done !== null && (
        <Progress value={(done / pods.length) * 100} aria-label={t('gateway.deletedOf', { done, of: pods.length })} />
      )}
    </ActionDialog>
  );
}
