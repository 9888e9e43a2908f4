import { MultiSelect, Select, TextInput } from '@mantine/core';
import { type CellValue, hasOptions } from '@switchyard/contracts/boards/columns';
import { MAX_RATING } from '@switchyard/contracts/boards/limits';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import { useTranslation } from 'react-i18next';
import './texts.ts';

/** Input for a column's value; text may contain variables. */
export function ValueInput(props: {
  column: BoardColumn;
  value: CellValue;
  people: ReadonlyMap<string, string>;
  label: string;
  placeholder?: string;
  error?: string | undefined;
  onChange: (value: CellValue) => void;
}) {
  const { t } = useTranslation('automations');
  const { column, value, onChange } = props;
  const shared = { size: 'sm', label: props.label, placeholder: props.placeholder ?? '', error: props.error } as const;
  const { type } = column;
  if (type === 'people') {
    const data = [...props.people].map(([id, name]) => ({ value: id, label: name }));
    return (
      <MultiSelect {...shared} data={data} value={Array.isArray(value) ? value : []} searchable onChange={onChange} />
    );
  }
  if (hasOptions(type) || type === 'checkbox' || type === 'rating') {
    const data = hasOptions(type)
      ? column.options.map(({ id, name }) => ({ value: id, label: name }))
      : type === 'checkbox'
        ? [
            { value: 'true', label: t('value_yes') },
            { value: 'false', label: t('value_no') },
          ]
        : Array.from({ length: MAX_RATING }, (_, index) => ({ value: `${index + 1}`, label: `${index + 1}` }));
    const read = (chosen: string | null): CellValue =>
      chosen === null ? null : type === 'checkbox' ? chosen === 'true' : type === 'rating' ? Number(chosen) : chosen;
    return (
      <Select
        {...shared}
        data={data}
        value={value === null ? null : String(value)}
        clearable
        onChange={(chosen) => onChange(read(chosen))}
      />
    );
  }
  const read = (text: string): CellValue => {
    if (text === '') return null;
    const number = Number(text.replace(',', '.'));
    return type === 'number' && Number.isFinite(number) ? number : text;
  };
  return (
    <TextInput
      {...shared}
      type={type === 'date' ? 'date' : 'text'}
      value={value === null ? '' : String(value)}
      dir="auto"
      onChange={({ currentTarget }) => onChange(read(currentTarget.value))}
    />
  );
}
