import { ActionIcon, Button, Checkbox, Group, Select, Textarea, TextInput } from '@mantine/core';
import {
  COLOR_TESTS,
  type ColorRule,
  type ColumnSettings,
  canBeColored,
  canBeRequired,
  canBeUnique,
  canHaveDefault,
  isNumeric,
  OPTION_COLORS,
} from '@switchyard/contracts/boards/columns';
import {
  MAX_BUTTON_LABEL_LENGTH,
  MAX_COLOR_RULES,
  MAX_FORMULA_LENGTH,
  MAX_TEXT_LENGTH,
} from '@switchyard/contracts/boards/limits';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/api-error.ts';
import classes from './boards.module.css';
import { CellInput } from './cell-input.tsx';
import '../texts.ts';

const CURRENCIES = Intl.supportedValuesOf('currency');
const NEEDS_NO_VALUE: readonly ColorRule['test'][] = ['isEmpty', 'isNotEmpty'];

/** A column's formula and validation rules. */
export function ColumnSettingsFields(props: {
  column: BoardColumn;
  columns: readonly BoardColumn[];
  people: ReadonlyMap<string, string>;
  error: unknown;
  onChange: (part: Partial<ColumnSettings>) => void;
}) {
  const { t } = useTranslation('boards');
  const { column, onChange } = props;
  const { type, settings } = column;
  const faultOf = (field: string) => (props.error instanceof ApiError ? props.error.faultOf(field) : undefined);
  const onButton = (part: Partial<NonNullable<ColumnSettings['button']>>) =>
    settings.button && onChange({ button: { ...settings.button, ...part } });
  const isNamed = ({ type: other }: BoardColumn) =>
    !['formula', 'createdBy', 'changedAt', 'changedBy', 'button'].includes(other);
  return (
    <>
      {type === 'currency' && (
        <Select
          label={t('column.currency')}
          data={CURRENCIES}
          searchable
          allowDeselect={false}
          value={settings.currency}
          error={faultOf('settings.currency')}
          onChange={(currency) => onChange({ currency })}
        />
      )}
      {type === 'formula' && (
        <Textarea
          label={t('column.formula')}
          description={t('column.formulaHint', {
            names: props.columns
              .filter(isNamed)
              .map(({ name }) => `{${name}}`)
              .join(' '),
            interpolation: { escapeValue: false },
          })}
          autosize
          minRows={2}
          required
          dir="ltr"
          maxLength={MAX_FORMULA_LENGTH}
          value={settings.formula ?? ''}
          error={faultOf('settings.formula')}
          onChange={(event) => onChange({ formula: event.currentTarget.value })}
        />
      )}
      {type === 'button' && settings.button && (
        <Group align="flex-start">
          <TextInput
            flex={1}
            label={t('column.buttonLabel')}
            description={t('column.buttonHint')}
            required
            dir="auto"
            maxLength={MAX_BUTTON_LABEL_LENGTH}
            value={settings.button.label}
            error={faultOf('settings.button') ?? faultOf('settings.button.label')}
            onChange={({ currentTarget }) => onButton({ label: currentTarget.value })}
          />
          <Select
            label={t('column.color')}
            data={OPTION_COLORS.map((value) => ({ value, label: t(`color.${value}`) }))}
            value={settings.button.color}
            allowDeselect={false}
            onChange={(color) => color && onButton({ color: color as ColorRule['color'] })}
          />
        </Group>
      )}
      {canHaveDefault(type) && !column.isTitle && !settings.isUnique && (
        <CellInput
          key={`${type} ${column.options.length}`}
          column={{ ...column, name: t('column.default') }}
          value={settings.defaultValue}
          people={props.people}
          onCommit={(defaultValue) => onChange({ defaultValue })}
        />
      )}
      {canBeRequired(type) && (
        <Checkbox
          label={t('column.required')}
          checked={settings.isRequired}
          onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
        />
      )}
      {canBeUnique(type) && (
        <Checkbox
          label={t('column.unique')}
          checked={settings.isUnique}
          error={faultOf('settings.isUnique')}
          onChange={(event) =>
            onChange({
              isUnique: event.currentTarget.checked,
              ...(event.currentTarget.checked && { defaultValue: null }),
            })
          }
        />
      )}
      {canBeColored(type) && <ColorRules column={column} onChange={(colors) => onChange({ colors })} />}
    </>
  );
}

function ColorRules(props: { column: BoardColumn; onChange: (rules: ColorRule[]) => void }) {
  const { t } = useTranslation('boards');
  const { type, settings } = props.column;
  const rules = settings.colors;
  const tests = COLOR_TESTS.filter((test) => {
    if (type === 'checkbox') return NEEDS_NO_VALUE.includes(test);
    if (test === 'contains') return type === 'text' || type === 'formula';
    return type === 'text' ? test !== 'atLeast' && test !== 'atMost' : true;
  });
  const change = (at: number, part: Partial<ColorRule> | null) =>
    props.onChange(rules.flatMap((rule, index) => (index === at ? (part ? { ...rule, ...part } : []) : rule)));
  return (
    <fieldset className={classes.options}>
      <legend>{t('column.colors')}</legend>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity
        <div key={index} className={classes.option}>
          <Select
            aria-label={t('filter.test')}
            data={tests.map((value) => ({ value, label: t(`test.${value}`) }))}
            value={rule.test}
            allowDeselect={false}
            onChange={(test) => test && change(index, { test: test as ColorRule['test'] })}
          />
          {!NEEDS_NO_VALUE.includes(rule.test) && (
            <TextInput
              aria-label={t('filter.value')}
              type={type === 'date' ? 'date' : 'text'}
              inputMode={isNumeric(type) ? 'decimal' : 'text'}
              maxLength={MAX_TEXT_LENGTH}
              value={String(rule.value ?? '')}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
          )}
          <Select
            aria-label={t('column.color')}
            data={OPTION_COLORS.map((value) => ({ value, label: t(`color.${value}`) }))}
            value={rule.color}
            allowDeselect={false}
            onChange={(color) => color && change(index, { color: color as ColorRule['color'] })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('column.dropRule')}
            onClick={() => change(index, null)}
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
          disabled={rules.length >= MAX_COLOR_RULES}
          onClick={() => props.onChange([...rules, { test: tests[0] ?? 'isNotEmpty', color: 'red' }])}
        >
          {t('column.addRule')}
        </Button>
      </Group>
    </fieldset>
  );
}
