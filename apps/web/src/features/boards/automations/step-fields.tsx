import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { MAX_LABEL_LENGTH, MAX_MESSAGE_LENGTH, MAX_NOTE_LENGTH } from '@switchyard/contracts/automations/limits';
import { CHAT_TRIGGERS, type Step, type Trigger } from '@switchyard/contracts/automations/operations';
import { hasValues } from '@switchyard/contracts/boards/columns';
import type { Board } from '@switchyard/contracts/boards/operations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { choosableBots, choosableTeams, choosableWebhooks } from './api.ts';
import { settableColumns } from './draft.ts';
import './texts.ts';
import { ColumnSelect } from './trigger-fields.tsx';
import { ValueInput } from './value-input.tsx';

const TO_CHAT = 'chat';

interface Fields<Of extends Step = Step> {
  board: Board;
  people: ReadonlyMap<string, string>;
  trigger: Trigger;
  step: Of;
  /** @param field field of the step, such as `text` */
  errorOf: (field: string) => string | undefined;
  onChange: (step: Step) => void;
}

/** Fields of one step. */
export function StepFields(props: Fields) {
  const { step } = props;
  const { t } = useTranslation('automations');
  if (step.kind === 'setCell') return <SetCell {...props} step={step} />;
  if (step.kind === 'createItem') return <CreateItem {...props} step={step} />;
  if (step.kind === 'notify') return <Notify {...props} step={step} />;
  if (step.kind === 'sendMessage') return <SendMessage {...props} step={step} />;
  if (step.kind === 'assign') return <Assign {...props} step={step} />;
  if (step.kind === 'setLabel') return <SetLabel {...props} step={step} />;
  if (step.kind === 'startBot') return <StartBot {...props} step={step} />;
  if (step.kind === 'callWebhook') return <CallWebhook {...props} step={step} />;
  return (
    <GroupSelect
      board={props.board}
      label={t('group')}
      value={step.groupId}
      error={props.errorOf('groupId')}
      onChange={(groupId) => props.onChange({ ...step, groupId })}
    />
  );
}

function SetCell({ board, people, step, errorOf, onChange }: Fields<Extract<Step, { kind: 'setCell' }>>) {
  const { t } = useTranslation('automations');
  const column = board.columns.find(({ _id }) => _id === step.columnId);
  return (
    <>
      <ColumnSelect
        columns={settableColumns(board)}
        value={step.columnId}
        error={errorOf('columnId')}
        onChange={(columnId) => onChange({ kind: 'setCell', columnId, value: null })}
      />
      {column && (
        <ValueInput
          column={column}
          people={people}
          label={t('value')}
          value={step.value}
          error={errorOf('value')}
          onChange={(value) => onChange({ ...step, value })}
        />
      )}
    </>
  );
}

function CreateItem({ board, people, step, errorOf, onChange }: Fields<Extract<Step, { kind: 'createItem' }>>) {
  const { t } = useTranslation('automations');
  const columns = settableColumns(board).filter(
    ({ isTitle, type }) => isTitle || type === 'status' || type === 'people',
  );
  return (
    <>
      <GroupSelect
        board={board}
        label={t('group')}
        value={step.groupId}
        error={errorOf('groupId')}
        onChange={(groupId) => onChange({ ...step, groupId })}
      />
      {columns.map((column) => (
        <ValueInput
          key={column._id}
          column={column}
          people={people}
          label={column.isTitle ? t('itemName') : column.name}
          value={step.cells[column._id] ?? null}
          error={errorOf(`cells.${column._id}`)}
          onChange={(value) => {
            const { [column._id]: _, ...others } = step.cells;
            const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
            onChange({ ...step, cells: isEmpty ? others : { ...others, [column._id]: value } });
          }}
        />
      ))}
    </>
  );
}

function Notify({ step, ...props }: Fields<Extract<Step, { kind: 'notify' }>>) {
  const { t } = useTranslation('automations');
  const { board, people, errorOf, onChange } = props;
  const columns = board.columns.filter(({ type }) => type === 'people');
  return (
    <>
      <MultiSelect
        size="sm"
        label={t('people')}
        data={[...people].map(([value, label]) => ({ value, label }))}
        value={step.userIds}
        maxValues={20}
        searchable
        error={errorOf('userIds')}
        onChange={(userIds) => onChange({ ...step, userIds })}
      />
      {columns.length > 0 && (
        <Select
          size="sm"
          label={t('alsoColumn')}
          placeholder={t('nobodyMore')}
          data={columns.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={step.columnId}
          clearable
          onChange={(columnId) => onChange({ ...step, columnId })}
        />
      )}
      <TextField {...props} step={step} maxLength={MAX_NOTE_LENGTH} />
    </>
  );
}

type ChatStep = Extract<Step, { kind: 'sendMessage' | 'assign' | 'setLabel' | 'startBot' }>;

/** Picks the chat that triggered the automation, or the one with a number of the item. */
function ChatSelect<Of extends ChatStep>({
  board,
  trigger,
  step,
  label,
  errorOf,
  onChange,
}: Fields<Of> & { label: string }) {
  const { t } = useTranslation('automations');
  const phones = board.columns.filter(({ type }) => type === 'phone');
  const data = [
    ...(CHAT_TRIGGERS.includes(trigger.kind) ? [{ value: TO_CHAT, label: t('toChat') }] : []),
    ...phones.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
  return (
    <Select
      size="sm"
      label={label}
      data={data}
      value={step.columnId ?? TO_CHAT}
      allowDeselect={false}
      error={errorOf('columnId')}
      onChange={(chosen) => onChange({ ...step, columnId: chosen === TO_CHAT ? null : chosen })}
    />
  );
}

function SendMessage(props: Fields<Extract<Step, { kind: 'sendMessage' }>>) {
  const { t } = useTranslation('automations');
  return (
    <>
      <ChatSelect {...props} label={t('to')} />
      <TextField {...props} maxLength={MAX_MESSAGE_LENGTH} />
    </>
  );
}

function Assign(props: Fields<Extract<Step, { kind: 'assign' }>>) {
  const { t } = useTranslation('automations');
  const { people, step, errorOf, onChange } = props;
  const teams = useQuery(choosableTeams()).data?.data ?? [];
  return (
    <>
      <ChatSelect {...props} label={t('conversation')} />
      <Select
        size="sm"
        label={t('person')}
        data={[...people].map(([value, label]) => ({ value, label }))}
        value={step.userId}
        searchable
        clearable
        error={errorOf('userId')}
        onChange={(userId) => onChange({ ...step, userId })}
      />
      {teams.length > 0 && (
        <Select
          size="sm"
          label={t('team')}
          data={teams.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={step.teamId}
          clearable
          error={errorOf('teamId')}
          onChange={(teamId) => onChange({ ...step, teamId })}
        />
      )}
    </>
  );
}

function SetLabel(props: Fields<Extract<Step, { kind: 'setLabel' }>>) {
  const { t } = useTranslation('automations');
  const { step, errorOf, onChange } = props;
  return (
    <>
      <ChatSelect {...props} label={t('conversation')} />
      <TextInput
        size="sm"
        label={t('label')}
        value={step.label}
        maxLength={MAX_LABEL_LENGTH}
        required
        dir="auto"
        error={errorOf('label')}
        onChange={({ currentTarget }) => onChange({ ...step, label: currentTarget.value })}
      />
      <Checkbox
        label={t('labelOff')}
        checked={!step.isOn}
        onChange={({ currentTarget }) => onChange({ ...step, isOn: !currentTarget.checked })}
      />
    </>
  );
}

function StartBot(props: Fields<Extract<Step, { kind: 'startBot' }>>) {
  const { t } = useTranslation('automations');
  const { step, errorOf, onChange } = props;
  const bots = useQuery(choosableBots()).data?.data;
  return (
    <>
      <ChatSelect {...props} label={t('conversation')} />
      <Select
        size="sm"
        label={t('bot')}
        data={(bots ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        value={step.botId || null}
        allowDeselect={false}
        required
        description={bots?.length === 0 ? t('noBots') : undefined}
        error={errorOf('botId')}
        onChange={(botId) => botId && onChange({ ...step, botId })}
      />
    </>
  );
}

function CallWebhook({ step, errorOf, onChange }: Fields<Extract<Step, { kind: 'callWebhook' }>>) {
  const { t } = useTranslation('automations');
  const webhooks = useQuery(choosableWebhooks()).data?.data;
  return (
    <Select
      size="sm"
      label={t('webhook')}
      data={(webhooks ?? []).map(({ _id, url, description }) => ({ value: _id, label: description || url }))}
      value={step.endpointId || null}
      allowDeselect={false}
      required
      description={webhooks?.length === 0 ? t('noWebhooks') : t('webhookHint')}
      error={errorOf('endpointId')}
      onChange={(endpointId) => endpointId && onChange({ ...step, endpointId })}
    />
  );
}

function TextField(props: Fields<Extract<Step, { text: string }>> & { maxLength: number }) {
  const { t } = useTranslation('automations');
  const { board, trigger, step } = props;
  const names = [
    ...(CHAT_TRIGGERS.includes(trigger.kind) ? ['name', 'mobile', 'message'] : []),
    ...board.columns
      .filter(({ type }) => hasValues(type))
      .slice(0, 3)
      .map(({ name }) => name),
  ];
  return (
    <Textarea
      size="sm"
      label={t('text')}
      description={t('textHint', { variables: names.map((name) => `{${name}}`).join(' ') })}
      value={step.text}
      maxLength={props.maxLength}
      autosize
      minRows={2}
      maxRows={8}
      dir="auto"
      error={props.errorOf('text')}
      onChange={({ currentTarget }) => props.onChange({ ...step, text: currentTarget.value })}
    />
  );
}

function GroupSelect(props: {
  board: Board;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (groupId: string) => void;
}) {
  return (
    <Select
      size="sm"
      label={props.label}
      data={props.board.groups.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={props.value}
      allowDeselect={false}
      error={props.error}
      onChange={(groupId) => groupId && props.onChange(groupId)}
    />
  );
}
