import { ActionIcon, Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import {
  COLUMN_TYPES,
  type ColumnOption,
  type ColumnSettings,
  type ColumnType,
  hasOptions,
  NO_SETTINGS,
  OPTION_COLORS,
} from '@switchyard/contracts/boards/columns';
import { MAX_NAME_LENGTH, MAX_OPTIONS } from '@switchyard/contracts/boards/limits';
import type { Board, BoardColumn } from '@switchyard/contracts/boards/operations';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Notice } from '../../../components/notice.tsx';
import { useBoardChanges } from '../api/boards.ts';
import { withIds, withNames } from '../formula-text.ts';
import classes from './boards.module.css';
import { ColumnSettingsFields } from './column-settings.tsx';
import '../texts.ts';

const newOption = (at: number): ColumnOption => ({
  id: crypto.randomUUID(),
  name: '',
  color: OPTION_COLORS[at % OPTION_COLORS.length] ?? 'gray',
  isDone: false,
});

/** Initial settings of a column by type. */
const INITIAL_SETTINGS: Partial<Record<ColumnType, Partial<ColumnSettings>>> = {
  currency: { currency: 'USD' },
  button: { button: { label: '', color: 'blue' } },
};

/** Adds a column, or edits the name and settings of an existing one. */
export function ColumnDialog(props: {
  board: Pick<Board, '_id' | 'columns'>;
  people: ReadonlyMap<string, string>;
  /** Null for a new column. */
  column: BoardColumn | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('boards');
  const { column, board } = props;
  const [name, setName] = useState(column?.name ?? '');
  const [type, setType] = useState<ColumnType>(column?.type ?? 'text');
  const [options, setOptions] = useState<ColumnOption[]>(column?.options ?? []);
  const [settings, setSettings] = useState<ColumnSettings>({
    ...(column?.settings ?? NO_SETTINGS),
    formula: withNames(column?.settings.formula ?? null, board.columns),
  });
  const { addColumn, changeColumn } = useBoardChanges();
  const error = addColumn.error ?? changeColumn.error;
  const isOptionColumn = hasOptions(type);
  const isComplete =
    name.trim() !== '' &&
    settings.button?.label.trim() !== '' &&
    (!isOptionColumn || (options.length > 0 && options.every((option) => option.name.trim())));
  const change = (id: string, part: Partial<ColumnOption>) =>
    setOptions(options.map((option) => (option.id === id ? { ...option, ...part } : option)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fields = {
      name,
      ...(isOptionColumn && { options }),
      settings: { ...settings, formula: withIds(settings.formula, board.columns) },
    };
    const saving = column
      ? changeColumn.mutateAsync({ id: column._id, ...fields })
      : addColumn.mutateAsync({ id: board._id, type, ...fields });
    if (await saving.catch(() => null)) props.onClose();
  };
  return (
    <Modal opened onClose={props.onClose} title={t(column ? 'column.edit' : 'column.add')} size="lg">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={t('name')}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            required
            data-autofocus
            dir="auto"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {!column && (
            <Select
              label={t('column.type')}
              data={COLUMN_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
              value={type}
              allowDeselect={false}
              onChange={(chosen) => {
                setType(chosen as ColumnType);
                setSettings({ ...NO_SETTINGS, ...INITIAL_SETTINGS[chosen as ColumnType] });
                if (options.length === 0) setOptions([newOption(0)]);
              }}
            />
          )}
          {isOptionColumn && (
            <fieldset className={classes.options}>
              <legend>{t('column.options')}</legend>
              {options.map((option, index) => (
                <div key={option.id} className={classes.option}>
                  <TextInput
                    aria-label={t('column.option', { number: index + 1 })}
                    value={option.name}
                    maxLength={60}
                    required
                    dir="auto"
                    onChange={(event) => change(option.id, { name: event.currentTarget.value })}
                  />
                  <Select
                    aria-label={t('column.color')}
                    data={OPTION_COLORS.map((value) => ({ value, label: t(`color.${value}`) }))}
                    value={option.color}
                    allowDeselect={false}
                    onChange={(color) => color && change(option.id, { color: color as ColumnOption['color'] })}
                  />
                  {type === 'status' && (
                    <Checkbox
                      label={t('column.isDone')}
                      checked={option.isDone}
                      onChange={(event) => change(option.id, { isDone: event.currentTarget.checked })}
                    />
                  )}
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('column.dropOption', { name: option.name })}
                    onClick={() => setOptions(options.filter(({ id }) => id !== option.id))}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </div>
              ))}
              <Group>
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  disabled={options.length >= MAX_OPTIONS}
                  onClick={() => setOptions([...options, newOption(options.length)])}
                >
                  {t('column.addOption')}
                </Button>
              </Group>
            </fieldset>
          )}
          <ColumnSettingsFields
            column={{ _id: column?._id ?? '', name, type, options, settings, isTitle: column?.isTitle ?? false }}
            columns={board.columns}
            people={props.people}
            error={error}
            onChange={(part) => setSettings({ ...settings, ...part })}
          />
          {error && <Notice tone="error">{failureText(error)}</Notice>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={addColumn.isPending || changeColumn.isPending} disabled={!isComplete}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
