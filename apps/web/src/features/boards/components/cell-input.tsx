import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { type CellValue, isNumeric } from '@switchyard/contracts/boards/columns';
import { MAX_LONG_TEXT_LENGTH, MAX_PEOPLE, MAX_RATING, MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellInputProps, FocusMove } from './cell-input-props.ts';
import { FilesInput } from './files-input.tsx';
import '../texts.ts';

/** Edits one cell. Input is saved on Enter, Tab and blur; Escape reverts it. */
export function CellInput(props: CellInputProps) {
  const { type } = props.column;
  if (type === 'status' || type === 'priority' || type === 'rating') return <Choice {...props} />;
  if (type === 'file') return <FilesInput {...props} />;
  if (type === 'people') return <People {...props} />;
  if (type === 'checkbox') {
    return (
      <Checkbox
        label={props.column.name}
        checked={props.value === true}
        disabled={props.isDisabled ?? false}
        onChange={(event) => props.onCommit(event.currentTarget.checked, 'stay')}
      />
    );
  }
  return <Typed {...props} />;
}

const labelProps = ({ column, isInGrid }: CellInputProps) =>
  isInGrid ? { 'aria-label': column.name } : { label: column.name };

function Choice(props: CellInputProps) {
  const { t } = useTranslation('boards');
  const { column, value, isInGrid } = props;
  const data =
    column.type === 'rating'
      ? Array.from({ length: MAX_RATING }, (_, index) => ({
          value: `${index + 1}`,
          label: t('cell.stars', { count: index + 1 }),
        }))
      : column.options.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      {...labelProps(props)}
      size="sm"
      data={data}
      value={value === null ? null : String(value)}
      disabled={props.isDisabled ?? false}
      clearable
      autoFocus={isInGrid ?? false}
      defaultDropdownOpened={isInGrid ?? false}
      onChange={(chosen) =>
        props.onCommit(column.type === 'rating' && chosen !== null ? Number(chosen) : chosen, 'stay')
      }
      {...(props.onCancel ? { onDropdownClose: props.onCancel } : {})}
    />
  );
}

function People(props: CellInputProps) {
  const { value, isInGrid, onCancel } = props;
  const selectedIds = Array.isArray(value) ? value : [];
  const [chosen, setChosen] = useState(selectedIds);
  const { t } = useTranslation('boards');
  const known = [...props.people].map(([id, name]) => ({ value: id, label: name }));
  const former = selectedIds
    .filter((id) => !props.people.has(id))
    .map((id) => ({ value: id, label: t('cell.former') }));
  const finish = () => {
    if (chosen.join() === selectedIds.join()) onCancel?.();
    else props.onCommit(chosen, 'stay');
  };
  return (
    <MultiSelect
      {...labelProps(props)}
      size="sm"
      data={[...known, ...former]}
      value={chosen}
      maxValues={MAX_PEOPLE}
      searchable
      disabled={props.isDisabled ?? false}
      autoFocus={isInGrid ?? false}
      defaultDropdownOpened={isInGrid ?? false}
      onChange={setChosen}
      // The menu may still be closed at that point.
      {...(isInGrid
        ? {}
        : {
            onRemove: (id: string) =>
              props.onCommit(
                chosen.filter((userId) => userId !== id),
                'stay',
              ),
          })}
      onDropdownClose={finish}
    />
  );
}

/** A value as text for an input. */
const inputText = (value: CellValue): string => (value === null ? '' : String(value));

function Typed(props: CellInputProps) {
  const { column, value, isInGrid } = props;
  const [typed, setTyped] = useState(inputText(value));
  const isLong = column.type === 'longText';
  /** Escape also blurs the input, which must not save. */
  const isFinished = useRef(false);
  const finish = (focusMove: FocusMove) => {
    if (isFinished.current) return;
    isFinished.current = isInGrid ?? false;
    const text = typed.trim();
    const next = text === '' ? null : isNumeric(column.type) ? readNumber(text) : text;
    if (next === value && focusMove === 'stay') props.onCancel?.();
    else props.onCommit(next, focusMove);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      isFinished.current = isInGrid ?? false;
      setTyped(inputText(value));
      props.onCancel?.();
    } else if (isInGrid && (event.key === 'Tab' || (event.key === 'Enter' && !isLong))) {
      event.preventDefault();
      event.stopPropagation();
      finish(event.key === 'Tab' ? 'next' : 'down');
    }
  };
  const shared = {
    ...labelProps(props),
    size: 'sm' as const,
    value: typed,
    disabled: props.isDisabled ?? false,
    autoFocus: isInGrid ?? false,
    onBlur: () => finish('stay'),
    onKeyDown,
  };
  if (isLong) {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={12}
        dir="auto"
        maxLength={MAX_LONG_TEXT_LENGTH}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={column.type === 'date' ? 'date' : 'text'}
      inputMode={isNumeric(column.type) ? 'decimal' : 'text'}
      dir={column.type === 'text' ? 'auto' : 'ltr'}
      maxLength={MAX_TEXT_LENGTH}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** Parses a number as people write it. Other text is returned unchanged, and the server reports the error. */
function readNumber(text: string): CellValue {
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}
