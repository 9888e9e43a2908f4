import { ActionIcon, Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { hasOptions, hasValues, isNumeric } from '@switchyard/contracts/boards/columns';
import { MAX_FILTERS } from '@switchyard/contracts/boards/limits';
import { type BoardColumn, type BoardFilter, FILTER_TESTS } from '@switchyard/contracts/boards/operations';
import { IconFilter, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './boards.module.css';
import '../texts.ts';

type Test = BoardFilter['test'];
const NEEDS_NO_VALUE: readonly Test[] = ['isEmpty', 'isNotEmpty'];
const hasPeople = (type: BoardColumn['type']): boolean => ['people', 'createdBy', 'changedBy'].includes(type);
/** What can be asked of a column. */
function testsOf({ type }: BoardColumn): readonly Test[] {
  if (hasOptions(type) || hasPeople(type)) return ['is', 'isNot', 'isEmpty', 'isNotEmpty'];
  if (type === 'checkbox' || type === 'file') return ['isEmpty', 'isNotEmpty'];
  if (type === 'formula') return FILTER_TESTS;
  if (isNumeric(type) || ['runningNumber', 'date', 'createdAt', 'changedAt'].includes(type)) {
    return ['is', 'atLeast', 'atMost', 'isEmpty', 'isNotEmpty'];
  }
  return FILTER_TESTS.filter((test) => test !== 'atLeast' && test !== 'atMost');
}

/** Whether a filter says enough to be asked. */
export const isWholeFilter = ({ test, value }: BoardFilter): boolean =>
  NEEDS_NO_VALUE.includes(test) || (value !== undefined && value !== '');

/** Filters of a board by its columns; all of them must be true. */
export function FilterMenu(props: {
  columns: readonly BoardColumn[];
  people: ReadonlyMap<string, string>;
  filters: readonly BoardFilter[];
  onChange: (filters: BoardFilter[]) => void;
}) {
  const { t } = useTranslation('boards');
  const { filters, onChange } = props;
  const columns = props.columns.filter(({ type }) => hasValues(type));
  const change = (at: number, filter: BoardFilter | null) =>
    onChange(filters.flatMap((one, index) => (index === at ? (filter ?? []) : one)));
  const active = filters.filter(isWholeFilter).length;
  return (
    <Popover position="bottom-start" width={320} trapFocus>
      <Popover.Target>
        <Button variant={active > 0 ? 'light' : 'default'} size="sm" leftSection={<IconFilter size={16} aria-hidden />}>
          {active > 0 ? t('filter.active', { count: active }) : t('filter.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {filters.map((filter, at) => {
            const column = columns.find(({ _id }) => _id === filter.columnId);
            if (!column) return null;
            const values = hasOptions(column.type)
              ? column.options.map(({ id, name }) => ({ value: id, label: name }))
              : hasPeople(column.type)
                ? [...props.people].map(([value, label]) => ({ value, label }))
                : null;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
              <div key={at} className={classes.option}>
                <Stack gap={6}>
                  <Select
                    size="sm"
                    aria-label={t('filter.column')}
                    data={columns.map(({ _id, name }) => ({ value: _id, label: name }))}
                    value={filter.columnId}
                    allowDeselect={false}
                    comboboxProps={{ withinPortal: false }}
                    onChange={(columnId) => {
                      const next = columns.find(({ _id }) => _id === columnId);
                      if (next) change(at, { columnId: next._id, test: testsOf(next)[0] ?? 'is' });
                    }}
                  />
                  <Select
                    size="sm"
                    aria-label={t('filter.test')}
                    data={testsOf(column).map((value) => ({ value, label: t(`test.${value}`) }))}
                    value={filter.test}
                    allowDeselect={false}
                    comboboxProps={{ withinPortal: false }}
                    onChange={(test) => test && change(at, { ...filter, test: test as Test })}
                  />
                  {!NEEDS_NO_VALUE.includes(filter.test) &&
                    (values ? (
                      <Select
                        size="sm"
                        aria-label={t('filter.value')}
                        data={values}
                        value={filter.value === undefined ? null : String(filter.value)}
                        comboboxProps={{ withinPortal: false }}
                        onChange={(value) => change(at, { ...filter, value: value ?? '' })}
                      />
                    ) : (
                      <TextInput
                        size="sm"
                        aria-label={t('filter.value')}
                        type={['date', 'createdAt', 'changedAt'].includes(column.type) ? 'date' : 'text'}
                        value={String(filter.value ?? '')}
                        onChange={(event) => change(at, { ...filter, value: event.currentTarget.value })}
                      />
                    ))}
                </Stack>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('filter.drop')}
                  onClick={() => change(at, null)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </div>
            );
          })}
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={filters.length >= MAX_FILTERS}
            onClick={() => {
              const [first] = columns;
              if (first) onChange([...filters, { columnId: first._id, test: testsOf(first)[0] ?? 'is' }]);
            }}
          >
            {t('filter.add')}
          </Button>
          {filters.length > 0 && (
            <Button variant="subtle" size="sm" onClick={() => onChange([])}>
              {t('filter.clear')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
