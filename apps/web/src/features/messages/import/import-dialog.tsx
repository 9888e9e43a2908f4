import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { hasWorkbookName } from '../workbook/container.ts';
import { MAX_FILE_BYTES, MAX_ROWS } from '../workbook/limits.ts';
import { saveFile } from '../workbook/save-file.ts';
import { TEMPLATE_FILE_NAME } from '../workbook/template-name.ts';
import { WorkbookClient } from '../workbook/workbook-client.ts';
import type { ImportState } from './import-state.ts';
import { PreviewStep } from './preview-step.tsx';
import { RowErrors } from './row-error-list.tsx';
import { rowErrorLines } from './row-errors.ts';
import { useImport } from './use-import.ts';

/** Imports scheduled messages from an Excel file: choose, look, send, see what became of it. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('importing.title')} size="lg" closeOnClickOutside={false}>
      {isOpen && <ImportSteps onClose={onClose} />}
    </Modal>
  );
}

function ImportSteps({ onClose }: { onClose: () => void }) {
  const steps = useImport(useMe().workspace.zone);
  const { state } = steps;
  switch (state.step) {
    case 'choose':
    case 'reading':
      return <ChooseStep state={state} onFile={(file) => void steps.open(file)} onWrongType={steps.reset} />;
    case 'preview':
      return (
        <PreviewStep
          preview={state.preview}
          fileName={state.fileName}
          choices={state.choices}
          onChoose={(choices) => void steps.choose(state.fileName, choices)}
          onBack={steps.reset}
          onStart={() => void steps.start(state.preview, state.choices)}
        />
      );
    case 'running':
      return <RunningStep state={state} onStop={steps.stop} />;
    case 'ended':
      return (
        <EndedStep
          state={state}
          onAgain={() => void steps.start(state.preview, state.choices)}
          onAnother={steps.reset}
          onClose={onClose}
        />
      );
  }
}

function ChooseStep(props: {
  state: Extract<ImportState, { step: 'choose' | 'reading' }>;
  onFile: (file: File) => void;
  onWrongType: () => void;
}) {
  const { t } = useTranslation('messages');
  const isReading = props.state.step === 'reading';
  const error = props.state.step === 'choose' ? props.state.error : undefined;
  return (
    <Stack gap="md">
      {error && <Notice tone="error">{error}</Notice>}
      <Dropzone
        multiple={false}
        loading={isReading}
        // The ending decides, as browsers disagree about the type of .xls; a file with another one is refused with a reason.
        useFsAccessApi={false}
        inputProps={{ accept: '.xlsx,.xls', 'aria-label': t('importing.drop') }}
        validator={(file) => ('name' in file && !hasWorkbookName(file.name) ? { code: 'type', message: '' } : null)}
        onDrop={([file]) => file && props.onFile(file)}
        onReject={([rejected]) => rejected && props.onFile(rejected.file)}
      >
        <Stack align="center" gap={4} py="xl" style={{ pointerEvents: 'none' }}>
          <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
          <Text fw={550}>{t('importing.drop')}</Text>
          <Text size="sm" c="dimmed">
            {t('importing.dropHint', { megabytes: MAX_FILE_BYTES / 1024 / 1024, rows: formatNumber(MAX_ROWS) })}
          </Text>
        </Stack>
      </Dropzone>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {props.state.step === 'reading' ? t('importing.reading', { name: props.state.fileName }) : ''}
        </Text>
        <TemplateButton />
      </Group>
    </Stack>
  );
}

/** Writes the template in a worker and hands it over as a download. */
export function TemplateButton() {
  const { t } = useTranslation('messages');
  const download = async () => {
    const client = new WorkbookClient();
    try {
      saveFile(await client.ask({ kind: 'write-template' }), TEMPLATE_FILE_NAME);
    } finally {
      client.end();
    }
  };
  return (
    <Button variant="subtle" leftSection={<IconDownload size={16} />} onClick={() => void download()}>
      {t('template')}
    </Button>
  );
}

function RunningStep({ state, onStop }: { state: Extract<ImportState, { step: 'running' }>; onStop: () => void }) {
  const { t } = useTranslation('messages');
  const { done, total, secondsLeft } = state.progress;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={550} role="status">
          {t('importing.running', { done: formatNumber(done), total: formatNumber(total) })}
        </Text>
        <Text size="sm" c="dimmed">
          {secondsLeft === undefined ? '' : t('importing.left', { time: inWords(secondsLeft) })}
        </Text>
      </Group>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={t('importing.title')} />
      <Group justify="flex-end">
        <Button variant="default" disabled={state.isStopping} onClick={onStop}>
          {t(state.isStopping ? 'importing.stopping' : 'importing.stop')}
        </Button>
      </Group>
    </Stack>
  );
}

function EndedStep(props: {
  state: Extract<ImportState, { step: 'ended' }>;
  onAgain: () => void;
  onAnother: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { outcome, preview } = props.state;
  const failed = outcome.failed + preview.faultyRows;
  const faults = [...preview.faults, ...outcome.faults].sort((a, b) => a.row - b.row);
  return (
    <Stack gap="sm">
      {outcome.imported > 0 && (
        <Alert color="green" role="status" title={t('importing.success', { n: outcome.imported })} />
      )}
      {failed > 0 && (
        <Alert color="red" role="alert" title={t('importing.failed', { n: failed })}>
          <RowErrors lines={rowErrorLines(faults, failed)} />
        </Alert>
      )}
      {outcome.unsent > 0 && (
        <Alert color="yellow" title={t('importing.unsent', { count: outcome.unsent })}>
          {outcome.isCancelled ? t('importing.keptAfterStop') : refusal(outcome.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        {outcome.unsent > 0 && (
          <Button variant="default" onClick={props.onAgain}>
            {t('importing.resume')}
          </Button>
        )}
        <Button variant="default" onClick={props.onAnother}>
          {t('importing.another')}
        </Button>
        <Button onClick={props.onClose}>{t('importing.done')}</Button>
      </Group>
    </Stack>
  );
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
