import { List, Text } from '@mantine/core';
import type { PlanStep } from '@switchyard/contracts/cluster/plan';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../components/action-dialog.tsx';
import { formatBinarySize } from '../components/units.ts';
import { AffectedNames } from './affected-names.tsx';
import { useRunCommands } from './use-advice.ts';
import './advice-texts.ts';

/** What is about to start: relieving a node, or a step of the plan with those it affects. */
export interface RunRequest {
  nodeName: string;
  step: PlanStep | null;
}

/** Asks before a node is cordoned. */
export function StartRunDialog({ request, onClose }: { request: RunRequest | null; onClose: () => void }) {
  const { t } = useTranslation('clusterAdvice');
  const { start } = useRunCommands();
  const node = request?.nodeName ?? '';
  const moves = request?.step?.moves ?? [];
  return (
    <ActionDialog
      isOpen={request !== null}
      title={t('begin.title', { node })}
      confirm={t('begin.confirm')}
      running={t('begin.running')}
      act={() => start.mutateAsync({ nodeName: node, purpose: request?.step ? 'empty' : 'relieve' })}
      onClose={onClose}
    >
      <Text size="sm">{t('begin.empty', { node })}</Text>
      <Text size="sm">{request?.step ? t('begin.moves', { count: moves.length }) : t('begin.relieve')}</Text>
      {moves.length > 0 && (
        <List size="sm" spacing={4} style={{ maxBlockSize: 240, overflow: 'auto' }}>
          {moves.map((move) => (
            <List.Item key={move.podUid}>
              {move.podName} ({formatBinarySize(move.memoryBytes)})
              <AffectedNames names={move.sessions.map((session) => session.user || session.name)} />
            </List.Item>
          ))}
        </List>
      )}
    </ActionDialog>
  );
}
