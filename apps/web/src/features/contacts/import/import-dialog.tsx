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
import { Columns } from './columns-step.tsx';
import { Ended } from './ended-step.tsx';
import { type ImportTally, NOTHING_YET, type Planned, runImport } from './run-import.ts';

type Step =
  | { at: 'choose' }
  | { at: 'columns'; table: TextTable; fileName: string }
  | { at: 'running' | 'ended'; planned: Planned; tally: ImportTally; error?: unknown };

interface Importing {
  onClose: () => void;
  /** Whoever is in the file is wanted in a list; called with it once every row was answered for. */
  onGathered?: ((listId: string) => void) | undefined;
}

/**
 * Imports contacts from a file or from what an engine knows: choose, say what the columns are, send, see what became of
 * every row.
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

function Steps({ onClose, onGathered }: Importing) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const stopping = useRef(new AbortController());
  const run = async (planned: Planned, from: ImportTally) => {
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
    if (planned.listId && tally.next === planned.rows.length) onGathered?.(planned.listId);
  };
  const start = (plan: Omit<Planned, 'importId'>) => void run({ importId: v7(), ...plan }, NOTHING_YET);
  switch (step.at) {
    case 'choose':
      return (
        <ChooseSource
          onTable={(table, fileName) => setStep({ at: 'columns', table, fileName })}
          onRows={onGathered ? undefined : (rows) => start({ rows, listId: undefined, keepNames: true, table: null })}
        />
      );
    case 'columns':
      return (
        <Columns
          table={step.table}
          fileName={step.fileName}
          isGathered={onGathered !== undefined}
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
          <Ended
            planned={step.planned}
            tally={step.tally}
            onGoOn={() => void run(step.planned, step.tally)}
            onClose={onClose}
          />
        </>
      );
  }
}

function Running({ step, onStop }: { step: { planned: Planned; tally: ImportTally }; onStop: () => void }) {
  const { t } = useTranslation('contacts');
  const total = step.planned.rows.length;
  const words = t('importing.running', { done: formatNumber(step.tally.next), total: formatNumber(total) });
  return (
    <Stack gap="sm">
      <Progress value={(100 * step.tally.next) / Math.max(1, total)} aria-label={words} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {words}
        </Text>
        <Button variant="default" onClick={onStop}>
          {t('importing.stop')}
        </Button>
      </Group>
    </Stack>
  );
}
