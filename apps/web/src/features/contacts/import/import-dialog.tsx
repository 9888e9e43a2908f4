import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v7 } from 'uuid';
import { faultText } from '../../../components/failure-text.ts';
import { Notice } from '../../../components/notice.tsx';
import { invalidatePart } from '../../../lib/api/invalidate.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { TextTable } from '../../../lib/workbook/read-table.ts';
import '../texts.ts';
import { ChooseSource } from './choose-source.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { EndedStep } from './ended-step.tsx';
import { EMPTY_TALLY, type ImportTally, type PlannedImport, runImport } from './run-import.ts';

type Step =
  | { at: 'choose' }
  | { at: 'columns'; table: TextTable; fileName: string }
  | { at: 'running' | 'ended'; planned: PlannedImport; tally: ImportTally; error?: unknown };

interface Importing {
  onClose: () => void;
  /** Requires a list for the imported contacts; called with it once every row has a result. */
  onListCreated?: ((listId: string) => void) | undefined;
}

/**
 * Imports contacts from a file or from an engine's chats: choose, map the columns, send, see the result of every row.
 */
export function ImportDialog({ isOpen, ...importing }: Importing & { isOpen: boolean }) {
  const { t } = useTranslation('contacts');
  return (
    <Modal
      opened={isOpen}
      onClose={importing.onClose}
      title={t('importing.title')}
      size="lg"
      closeOnClickOutside={false}
    >
      {isOpen && <Steps {...importing} />}
    </Modal>
  );
}

function Steps({ onClose, onListCreated }: Importing) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const stopping = useRef(new AbortController());
  const run = async (planned: PlannedImport, from: ImportTally) => {
    stopping.current = new AbortController();
    let tally = from;
    let error: unknown;
    setStep({ at: 'running', planned, tally });
    const onProgress = (now: ImportTally) => {
      tally = now;
      setStep({ at: 'running', planned, tally });
    };
    await runImport(from, { ...planned, signal: stopping.current.signal, onProgress }).catch((fault: unknown) => {
      error = fault;
    });
    setStep({ at: 'ended', planned, tally, ...(error !== undefined && { error }) });
    await invalidatePart(queries, 'contacts');
    if (planned.listId && tally.next === planned.rows.length) onListCreated?.(planned.listId);
  };
  const start = (plan: Omit<PlannedImport, 'importId'>) => void run({ importId: v7(), ...plan }, EMPTY_TALLY);
  switch (step.at) {
    case 'choose':
      return (
        <ChooseSource
          onTable={(table, fileName) => setStep({ at: 'columns', table, fileName })}
          onRows={
            onListCreated ? undefined : (rows) => start({ rows, listId: undefined, keepNames: true, table: null })
          }
        />
      );
    case 'columns':
      return (
        <ColumnsStep
          table={step.table}
          fileName={step.fileName}
          needsList={onListCreated !== undefined}
          onBack={() => setStep({ at: 'choose' })}
          onStart={(rows, listId) => start({ rows, listId, keepNames: false, table: step.table })}
        />
      );
    case 'running':
      return <Running step={step} onStop={() => stopping.current.abort()} />;
    case 'ended':
      return (
        <>
          {step.error !== undefined && <Notice tone="error">{faultText(step.error)}</Notice>}
          <EndedStep
            planned={step.planned}
            tally={step.tally}
            onGoOn={() => void run(step.planned, step.tally)}
            onClose={onClose}
          />
        </>
      );
  }
}

function Running({ step, onStop }: { step: { planned: PlannedImport; tally: ImportTally }; onStop: () => void }) {
  const { t } = useTranslation('contacts');
  const total = step.planned.rows.length;
  const progressText = t('importing.running', { done: formatNumber(step.tally.next), total: formatNumber(total) });
  return (
    <Stack gap="sm">
      <Progress value={(100 * step.tally.next) / Math.max(1, total)} aria-label={progressText} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {progressText}
        </Text>
        <Button variant="default" onClick={onStop}>
          {t('importing.stop')}
        </Button>
      </Group>
    </Stack>
  );
}
