import { ActionIcon, Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { type BotNode, MAX_TIMEOUT_SECONDS, type NodeOf } from '@switchyard/contracts/bots/flow';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { AiExtractFields, AiReplyFields } from './ai-fields.tsx';
import { AttachmentField } from './attachment-field.tsx';
import { BoardFields } from './board-fields.tsx';
import { BotSelect } from './bot-select.tsx';
import { ContactFields } from './contact-fields.tsx';
import { DurationInput } from './duration-input.tsx';
import { HttpFields } from './http-fields.tsx';
import { KnowledgeFields } from './knowledge-fields.tsx';
import { newNodeId } from './new-node.ts';
import { Expression, LinesField, SaveAs, TextField, Timeout, Weekdays } from './step-inputs.tsx';
import { TriggerFields } from './trigger-fields.tsx';

type ChangeStep = (part: Partial<BotNode>) => void;

/** Settings of one step, by its kind. */
export function StepFields({ botId, step, onChange }: { botId: string; step: BotNode; onChange: ChangeStep }) {
  const { t } = useTranslation('bots');
  switch (step.kind) {
    case 'trigger':
      return <TriggerFields step={step} onChange={onChange} />;
    case 'send':
      return (
        <>
          <TextField
            label={t('builder.text')}
            help={t('builder.textHelp')}
            value={step.text}
            onChange={(text) => onChange({ text })}
          />
          <LinesField
            label={t('builder.options')}
            help={t('builder.optionsHelp')}
            value={step.options}
            onChange={(options) => onChange({ options })}
          />
          <AttachmentField value={step.attachment} onChange={(attachment) => onChange({ attachment })} />
        </>
      );
    case 'ask':
      return <AskFields step={step} onChange={onChange} />;
    case 'condition':
      return <ConditionFields step={step} onChange={onChange} />;
    case 'switch':
      return <SwitchFields step={step} onChange={onChange} />;
    case 'set':
      return (
        <>
          <TextInput
            label={t('builder.variable')}
            value={step.variable}
            onChange={(event) => onChange({ variable: event.currentTarget.value })}
            dir="ltr"
          />
          <Expression
            label={t('builder.value')}
            value={step.expression}
            onChange={(expression) => onChange({ expression })}
          />
        </>
      );
    case 'wait':
      return (
        <>
          <SaveAs value={step.saveAs} onChange={(saveAs) => onChange({ saveAs })} />
          <Timeout seconds={step.timeoutSeconds} onChange={(timeoutSeconds) => onChange({ timeoutSeconds })} />
        </>
      );
    case 'delay':
      return (
        <DurationInput
          label={t('builder.delay')}
          seconds={step.seconds}
          min={1}
          max={MAX_TIMEOUT_SECONDS}
          onChange={(seconds) => onChange({ seconds })}
        />
      );
    case 'label':
      return (
        <TextInput
          label={t('builder.label')}
          value={step.label}
          maxLength={64}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
          dir="auto"
        />
      );
    case 'contact':
      return <ContactFields step={step} onChange={onChange} />;
    case 'board':
      return <BoardFields step={step} onChange={onChange} />;
    case 'http':
      return <HttpFields botId={botId} step={step} onChange={onChange} />;
    case 'knowledge':
      return <KnowledgeFields step={step} onChange={onChange} />;
    case 'aiReply':
      return <AiReplyFields step={step} onChange={onChange} />;
    case 'aiExtract':
      return <AiExtractFields step={step} onChange={onChange} />;
    case 'flow':
      return <BotSelect value={step.botId} onChange={(botId) => onChange({ botId })} />;
    case 'handover':
      return <TextField label={t('builder.note')} value={step.note} onChange={(note) => onChange({ note })} />;
    case 'end':
      return null;
  }
}

const ANSWERS = ['text', 'number', 'date', 'email', 'phone', 'choice', 'file'] as const;

function AskFields({ step, onChange }: { step: NodeOf<'ask'>; onChange: ChangeStep }) {
  const { t } = useTranslation('bots');
  return (
    <>
      <TextField
        label={t('builder.question')}
        help={t('builder.textHelp')}
        value={step.text}
        onChange={(text) => onChange({ text })}
      />
      <NativeSelect
        label={t('builder.answer')}
        value={step.answer}
        data={ANSWERS.map((value) => ({ value, label: t(`builder.answers.${value}`) }))}
        onChange={(event) => onChange({ answer: event.currentTarget.value as typeof step.answer })}
      />
      {step.answer === 'choice' && (
        <LinesField
          label={t('builder.options')}
          help={t('builder.optionsHelp')}
          value={step.options}
          onChange={(options) => onChange({ options })}
        />
      )}
      <SaveAs value={step.saveAs} onChange={(saveAs) => onChange({ saveAs })} />
      <NumberInput
        label={t('builder.retries')}
        value={step.retries}
        min={0}
        max={5}
        onChange={(value) => onChange({ retries: Math.min(5, Math.max(0, Math.trunc(Number(value)) || 0)) })}
      />
      {step.retries > 0 && (
        <TextField
          label={t('builder.retryText')}
          value={step.retryText}
          onChange={(retryText) => onChange({ retryText })}
        />
      )}
      <Timeout seconds={step.timeoutSeconds} onChange={(timeoutSeconds) => onChange({ timeoutSeconds })} />
    </>
  );
}

function ConditionFields({ step, onChange }: { step: NodeOf<'condition'>; onChange: ChangeStep }) {
  const { t } = useTranslation('bots');
  const time = (name: 'from' | 'until') => (
    <TextInput
      type="time"
      label={t(`builder.${name}`)}
      value={step[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      style={{ flex: 1 }}
    />
  );
  return (
    <>
      <NativeSelect
        label={t('builder.test')}
        value={step.test}
        data={(['expression', 'hours'] as const).map((value) => ({ value, label: t(`builder.tests.${value}`) }))}
        onChange={(event) => onChange({ test: event.currentTarget.value as typeof step.test })}
      />
      {step.test === 'expression' ? (
        <Expression
          label={t('builder.expression')}
          value={step.expression}
          onChange={(expression) => onChange({ expression })}
        />
      ) : (
        <>
          <Weekdays days={step.days} onChange={(days) => onChange({ days })} />
          <Group gap="xs">
            {time('from')}
            {time('until')}
          </Group>
        </>
      )}
    </>
  );
}

function SwitchFields({ step, onChange }: { step: NodeOf<'switch'>; onChange: ChangeStep }) {
  const { t } = useTranslation('bots');
  const { cases } = step;
  return (
    <>
      <Expression
        label={t('builder.expression')}
        value={step.expression}
        onChange={(expression) => onChange({ expression })}
      />
      <Stack gap={6} role="group" aria-label={t('builder.cases')}>
        {cases.map((branch, at) => (
          <Group key={branch.id} gap={6} wrap="nowrap">
            <TextInput
              aria-label={t('builder.caseValue', { number: at + 1 })}
              placeholder={t('builder.caseValue', { number: at + 1 })}
              value={branch.value}
              onChange={(event) => {
                const value = event.currentTarget.value;
                onChange({
                  cases: cases.map((candidate) => (candidate.id === branch.id ? { ...candidate, value } : candidate)),
                });
              }}
              style={{ flex: 1 }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('builder.removeCase', { number: at + 1 })}
              onClick={() => onChange({ cases: cases.filter(({ id }) => id !== branch.id) })}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange({ cases: [...cases, { id: newNodeId(), value: '' }] })}
        >
          {t('builder.addCase')}
        </Button>
      </Stack>
    </>
  );
}
