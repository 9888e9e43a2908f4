import { Button, Group, Modal, Stack } from '@mantine/core';
import type { Cells } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Notice } from '../../../components/notice.tsx';
import { CellInput } from './cell-input.tsx';
import '../texts.ts';

/** Columns besides the title that a new item must fill in and that have no default. */
export const requiredExceptTitle = (columns: readonly BoardColumn[]): BoardColumn[] =>
  columns.filter(({ isTitle, settings }) => !isTitle && settings.isRequired && settings.defaultValue === null);

/** Asks for the required values of a new item besides its name. */
export function RequiredCells(props: {
  name: string;
  columns: readonly BoardColumn[];
  people: ReadonlyMap<string, string>;
  onSave: (cells: Cells) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation('boards');
  const [cells, setCells] = useState<Cells>({});
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await props.onSave(cells);
      props.onClose();
    } catch (failure) {
      setError(failure);
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={props.onClose} title={<bdi>{props.name}</bdi>}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="md">
          {props.columns.map((column) => (
            <CellInput
              key={column._id}
              column={column}
              value={cells[column._id] ?? null}
              people={props.people}
              onCommit={(value) => setCells((before) => ({ ...before, [column._id]: value }))}
            />
          ))}
          {error !== null && <Notice tone="error">{failureText(error)}</Notice>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isSaving}>
              {t('item.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
