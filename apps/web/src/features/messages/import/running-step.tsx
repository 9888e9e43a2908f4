import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import type { ImportState } from './import-state.ts';

/** Progress of an import. */
export function RunningStep({
  state,
  onStop,
}: {
  state: Extract<ImportState, { step: 'running' }>;
  onStop: () => void;
}) {
  const { t } = useTranslation('messages');
  const { done, total, secondsLeft } = state.progress;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={550} role="status">
          {t('importing.running', { done: formatNumber(done), total: formatNumber(total) })}
        </Text>
        <Hint>{secondsLeft === undefined ? '' : t('importing.left', { time: inWords(secondsLeft) })}</Hint>
      </Group>
      {/* No transition: progress updates ten times a second, and rendering each frame would take time from the thread that sends. */}
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        transitionDuration={0}
        aria-label={t('importing.title')}
      />
      <Group justify="flex-end">
        <Button variant="default" disabled={state.isStopping} onClick={onStop}>
          {t(state.isStopping ? 'importing.stopping' : 'importing.stop')}
        </Button>
      </Group>
    </Stack>
  );
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
