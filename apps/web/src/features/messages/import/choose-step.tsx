import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { Hint } from '../../../components/hint.tsx';
import '@mantine/dropzone/styles.layer.css';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { hasWorkbookName } from '../../../lib/workbook/container.ts';
import { MAX_FILE_BYTES, MAX_ROWS } from '../../../lib/workbook/limits.ts';
import { saveFile } from '../../../lib/workbook/save-file.ts';
import { TEMPLATE_FILE_NAME } from '../workbook/template-name.ts';
import { WorkbookClient } from '../workbook/workbook-client.ts';
import type { ImportState } from './import-state.ts';

/** Maximum sheets offered as buttons. */
const MAX_SHEETS = 10;

/** Takes a file, or shows why the last one cannot be read. */
export function ChooseStep(props: {
  state: Extract<ImportState, { step: 'choose' | 'reading' }>;
  onFile: (file: File) => void;
  /** Reads a hidden sheet of a file that has no other readable one. */
  onSheet: (name: string) => void;
  onWrongType: () => void;
}) {
  const { t } = useTranslation('messages');
  const isReading = props.state.step === 'reading';
  const error = props.state.step === 'choose' ? props.state.error : undefined;
  return (
    <Stack gap="md">
      {error && <Notice tone="error">{error}</Notice>}
      {props.state.step === 'choose' && props.state.hiddenSheets.length > 0 && (
        <Group gap="xs">
          {props.state.hiddenSheets.slice(0, MAX_SHEETS).map((name) => (
            <Button key={name} size="xs" variant="default" onClick={() => props.onSheet(name)}>
              {t('importing.readHidden', { name })}
            </Button>
          ))}
        </Group>
      )}
      <Dropzone
        multiple={false}
        loading={isReading}
        // The extension decides, because browsers disagree about the type of .xls. A file with another extension is
        // refused with a reason.
        useFsAccessApi={false}
        inputProps={{ accept: '.xlsx,.xls', 'aria-label': t('importing.drop') }}
        validator={(file) => ('name' in file && !hasWorkbookName(file.name) ? { code: 'type', message: '' } : null)}
        onDrop={([file]) => file && props.onFile(file)}
        onReject={([rejected]) => rejected && props.onFile(rejected.file)}
      >
        <Stack align="center" gap={4} py="xl" style={{ pointerEvents: 'none' }}>
          <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
          <Text fw={550}>{t('importing.drop')}</Text>
          <Hint>
            {t('importing.dropHint', { megabytes: MAX_FILE_BYTES / 1024 / 1024, rows: formatNumber(MAX_ROWS) })}
          </Hint>
        </Stack>
      </Dropzone>
      <Group justify="space-between">
        <Hint role="status">
          {props.state.step === 'reading' ? t('importing.reading', { name: props.state.fileName }) : ''}
        </Hint>
        <TemplateButton />
      </Group>
    </Stack>
  );
}

/** Writes the template in a worker and downloads it. */
export function TemplateButton() {
  const { t } = useTranslation('messages');
  const { exampleNumber } = useMe().workspace;
  const download = async () => {
    const client = new WorkbookClient();
    try {
      saveFile(await client.ask({ kind: 'write-template', exampleNumber }), TEMPLATE_FILE_NAME);
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
