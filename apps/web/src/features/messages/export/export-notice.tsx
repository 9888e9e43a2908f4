import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import type { ExportState } from './use-export.ts';

/** Progress of an export, or the reason it stopped. */
export function ExportNotice({ state, onStop }: { state: ExportState; onStop: () => void }) {
  const { t } = useTranslation('messages');
  if (state.step === 'idle') {
    if (state.error) return <Notice tone="error">{t('exporting.failed', { reason: state.error })}</Notice>;
    return state.isEmpty ? <Notice tone="error">{t('exporting.nothing')}</Notice> : null;
  }
  const { done, total, isWriting } = state;
  return (
    <Group gap="sm" role="status">
      <Text size="sm">
        {isWriting
          ? t('exporting.writing')
          : t('exporting.running', { done: formatNumber(done), total: formatNumber(total) })}
      </Text>
      <Progress flex={1} value={total === 0 ? 0 : (100 * done) / total} animated={isWriting} aria-label={t('export')} />
      <Button size="xs" variant="default" onClick={onStop} disabled={isWriting}>
        {t('exporting.stop')}
      </Button>
    </Group>
  );
}
