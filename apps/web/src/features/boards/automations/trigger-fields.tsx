import { Group, NumberInput, Select, Skeleton, Stack, TagsInput, TextInput } from '@mantine/core';
import { MAX_LABEL_LENGTH, MAX_WAITING_MINUTES, MAX_WORDS } from '@switchyard/contracts/automations/limits';
import { TRIGGER_KINDS, type Trigger, type TriggerKind } from '@switchyard/contracts/automations/operations';
import type { Board, BoardColumn } from '@switchyard/contracts/boards/operations';
import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { RuleEditorContext } from '../../../components/rule-editor.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { newTrigger, settableColumns } from './draft.ts';
import './texts.ts';
import { ValueInput } from './value-input.tsx';

/** Fields of an automation's trigger. */
export function TriggerFields(props: {
  board: Board;
  people: ReadonlyMap<string, string>;
  trigger: Trigger;
  error: string | undefined;
  /** Error in a schedule's rule. */
  ruleError: string | undefined;
  onChange: (trigger: Trigger) => void;
}) {
  const { t } = useTranslation('automations');
  const { board, trigger } = props;
  const needs: Partial<Record<TriggerKind, BoardColumn['type']>> = { dateReached: 'date', buttonPressed: 'button' };
  const isPossible = (kind: TriggerKind) =>
    kind === trigger.kind || !needs[kind] || board.columns.some(({ type }) => type === needs[kind]);
  return (
    <Stack gap="xs">
      <Select
        size="sm"
        label={t('when')}
        data={TRIGGER_KINDS.filter(isPossible).map((value) => ({
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
          columns={settableColumns(board)}
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
  if (trigger.kind === 'buttonPressed') {
    return (
      <ColumnSelect
        columns={board.columns.filter(({ type }) => type === 'button')}
        value={trigger.columnId}
        onChange={(columnId) => onChange({ kind: 'buttonPressed', columnId })}
      />
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
  if (trigger.kind === 'itemMoved') {
    return (
      <Select
        size="sm"
        label={t('group')}
        data={board.groups.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={trigger.groupId}
        allowDeselect={false}
        onChange={(groupId) => groupId && onChange({ kind: 'itemMoved', groupId })}
      />
    );
  }
  if (trigger.kind === 'conversationWaiting') {
    return (
      <NumberInput
        size="sm"
        label={t('minutes')}
        value={trigger.minutes}
        min={1}
        max={MAX_WAITING_MINUTES}
        allowDecimal={false}
        onChange={(minutes) => onChange({ ...trigger, minutes: Number(minutes) || 1 })}
      />
    );
  }
  if (trigger.kind === 'labelSet') {
    return (
      <TextInput
        size="sm"
        label={t('label')}
        value={trigger.label}
        maxLength={MAX_LABEL_LENGTH}
        required
        dir="auto"
        onChange={({ currentTarget }) => onChange({ ...trigger, label: currentTarget.value })}
      />
    );
  }
  return trigger.kind === 'schedule' ? <Schedule {...props} trigger={trigger} /> : null;
}

function Schedule(props: Parameters<typeof TriggerFields>[0] & { trigger: Extract<Trigger, { kind: 'schedule' }> }) {
  const { t } = useTranslation('automations');
  const { zone } = useMe().workspace;
  const RuleEditor = use(RuleEditorContext);
  const { trigger, onChange } = props;
  const [day, time] = [trigger.start.slice(0, 10), trigger.start.slice(11)];
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          size="sm"
          type="date"
          label={t('from')}
          value={day}
          onChange={({ currentTarget: { value } }) => value && onChange({ ...trigger, start: `${value}T${time}` })}
        />
        <TimeInput value={time} onChange={(next) => onChange({ ...trigger, start: `${day}T${next}` })} />
      </Group>
      {RuleEditor && (
        <Suspense fallback={<Skeleton height={60} />}>
          <RuleEditor
            rule={trigger.rule}
            start={trigger.start}
            zone={zone}
            error={props.ruleError}
            onChange={(rule) => onChange({ ...trigger, rule: rule ?? 'FREQ=DAILY;COUNT=1' })}
          />
        </Suspense>
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
