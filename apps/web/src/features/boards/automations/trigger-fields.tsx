import { Group, NumberInput, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { MAX_WORDS } from '@switchyard/contracts/automations/limits';
import { FREQUENCIES, type Trigger, type TriggerKind } from '@switchyard/contracts/automations/operations';
import type { Board } from '@switchyard/contracts/boards/operations';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { newTrigger, settable } from './draft.ts';
import './texts.ts';
import { ValueInput } from './value-input.tsx';

const KINDS: TriggerKind[] = [
  'itemCreated',
  'cellChanged',
  'dateReached',
  'formAnswered',
  'messageReceived',
  'conversationAssigned',
  'conversationResolved',
  'schedule',
];
/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);

/** What sets an automation off. */
export function TriggerFields(props: {
  board: Board;
  people: ReadonlyMap<string, string>;
  trigger: Trigger;
  error: string | undefined;
  onChange: (trigger: Trigger) => void;
}) {
  const { t } = useTranslation('automations');
  const { board, trigger } = props;
  const hasDate = board.columns.some(({ type }) => type === 'date');
  return (
    <Stack gap="xs">
      <Select
        size="sm"
        label={t('when')}
        data={KINDS.filter((kind) => kind !== 'dateReached' || hasDate).map((value) => ({
          value,
          label: t(`trigger.${value}`),
        }))}
        value={trigger.kind}
        allowDeselect={false}
        error={props.error}
        onChange={(kind) => kind && props.onChange(newTrigger(kind as TriggerKind, board))}
      />
      <Details {...props} />
    </Stack>
  );
}

function Details(props: Parameters<typeof TriggerFields>[0]) {
  const { t } = useTranslation('automations');
  const { board, people, trigger, onChange } = props;
  if (trigger.kind === 'cellChanged') {
    const column = board.columns.find(({ _id }) => _id === trigger.columnId);
    const { value = null } = trigger;
    return (
      <>
        <ColumnSelect
          columns={settable(board)}
          value={trigger.columnId}
          onChange={(columnId) => onChange({ kind: 'cellChanged', columnId })}
        />
        {column && column.type !== 'longText' && column.type !== 'people' && (
          <ValueInput
            column={column}
            people={people}
            label={t('value')}
            placeholder={t('anyValue')}
            value={value}
            onChange={(next) => {
              const isValue = next !== null && !Array.isArray(next);
              onChange({ kind: 'cellChanged', columnId: trigger.columnId, ...(isValue && { value: next }) });
            }}
          />
        )}
      </>
    );
  }
  if (trigger.kind === 'dateReached') {
    return (
      <>
        <ColumnSelect
          columns={board.columns.filter(({ type }) => type === 'date')}
          value={trigger.columnId}
          onChange={(columnId) => onChange({ ...trigger, columnId })}
        />
        <Group grow>
          <NumberInput
            size="sm"
            label={t('daysBefore')}
            value={trigger.daysBefore}
            min={0}
            max={365}
            allowDecimal={false}
            onChange={(days) => onChange({ ...trigger, daysBefore: Number(days) || 0 })}
          />
          <TimeInput value={trigger.time} onChange={(time) => onChange({ ...trigger, time })} />
        </Group>
      </>
    );
  }
  if (trigger.kind === 'messageReceived') {
    return (
      <TagsInput
        size="sm"
        label={t('words')}
        description={t('wordsHint')}
        value={trigger.words}
        maxTags={MAX_WORDS}
        acceptValueOnBlur
        onChange={(words) => onChange({ ...trigger, words })}
      />
    );
  }
  if (trigger.kind !== 'schedule') return null;
  const days = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' });
  return (
    <>
      <Group grow>
        <Select
          size="sm"
          label={t('every')}
          data={FREQUENCIES.map((value) => ({ value, label: t(`frequency.${value}`) }))}
          value={trigger.every}
          allowDeselect={false}
          onChange={(chosen) => {
            const every = FREQUENCIES.find((one) => one === chosen) ?? 'day';
            const isOn = every === 'week' || every === 'month';
            onChange({ kind: 'schedule', every, time: trigger.time, ...(isOn && { on: 1 }) });
          }}
        />
        <TimeInput value={trigger.time} onChange={(time) => onChange({ ...trigger, time })} />
      </Group>
      {trigger.every === 'week' && (
        <Select
          size="sm"
          label={t('weekday')}
          data={Array.from({ length: 7 }, (_, at) => ({
            value: `${at + 1}`,
            label: days.format(MONDAY_MS + at * 86_400_000),
          }))}
          value={`${trigger.on ?? 1}`}
          allowDeselect={false}
          onChange={(on) => onChange({ ...trigger, on: Number(on) })}
        />
      )}
      {trigger.every === 'month' && (
        <NumberInput
          size="sm"
          label={t('dayOfMonth')}
          value={trigger.on ?? 1}
          min={1}
          max={31}
          allowDecimal={false}
          onChange={(on) => onChange({ ...trigger, on: Number(on) || 1 })}
        />
      )}
    </>
  );
}

export function ColumnSelect(props: {
  columns: readonly { _id: string; name: string }[];
  value: string;
  error?: string | undefined;
  onChange: (columnId: string) => void;
}) {
  const { t } = useTranslation('automations');
  return (
    <Select
      size="sm"
      label={t('column')}
      data={props.columns.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={props.value}
      allowDeselect={false}
      error={props.error}
      onChange={(columnId) => columnId && props.onChange(columnId)}
    />
  );
}

function TimeInput({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation('automations');
  return (
    <TextInput
      size="sm"
      type="time"
      required
      label={t('time')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
