import { ActionIcon, Button, Checkbox, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import {
  type BotNode,
  FIELD_TYPES,
  MAX_FIELDS,
  MAX_MODEL_HISTORY,
  MAX_MODEL_TIMEOUT_SECONDS,
  type NodeOf,
} from '@switchyard/contracts/bots/flow';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { DurationInput } from './duration-input.tsx';
import { SaveAs, TextField } from './step-inputs.tsx';

type ChangeAiStep = (part: Partial<BotNode>) => void;
const MIN_TIMEOUT_SECONDS = 5;

/** Settings of a step in which a language model writes. */
export function AiReplyFields({ step, onChange }: { step: NodeOf<'aiReply'>; onChange: ChangeAiStep }) {
  const { t } = useTranslation('bots');
  return (
    <>
      <TextField
        label={t('builder.instructions')}
        help={t('builder.instructionsHelp')}
        value={step.instructions}
        onChange={(instructions) => onChange({ instructions })}
      />
      <NumberInput
        label={t('builder.history')}
        value={step.history}
        min={1}
        max={MAX_MODEL_HISTORY}
        onChange={(value) =>
          onChange({ history: Math.min(MAX_MODEL_HISTORY, Math.max(1, Math.trunc(Number(value)) || 1)) })
        }
      />
      <Checkbox
        label={t('builder.aiSaid')}
        checked={step.isSaid}
        onChange={(event) => onChange({ isSaid: event.currentTarget.checked })}
      />
      <SaveAs value={step.saveAs} onChange={(saveAs) => onChange({ saveAs })} />
      <ModelTimeout seconds={step.timeoutSeconds} onChange={onChange} />
    </>
  );
}

/** Settings of a step in which a language model extracts values from a text. */
export function AiExtractFields({ step, onChange }: { step: NodeOf<'aiExtract'>; onChange: ChangeAiStep }) {
  const { t } = useTranslation('bots');
  const { fields } = step;
  const change = (at: number, part: Partial<(typeof fields)[number]>) =>
    onChange({ fields: fields.map((field, place) => (place === at ? { ...field, ...part } : field)) });
  return (
    <>
      <TextField
        label={t('builder.aiText')}
        help={t('builder.askedHelp')}
        value={step.text}
        onChange={(text) => onChange({ text })}
      />
      <Stack gap="xs" role="group" aria-label={t('builder.fields')}>
        {fields.map((field, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field has no stable name while it is being typed
          <Stack key={at} gap={4}>
            <Group gap={6} wrap="nowrap" align="end">
              <TextInput
                label={t('builder.fieldVariable', { number: at + 1 })}
                value={field.variable}
                onChange={(event) => change(at, { variable: event.currentTarget.value })}
                dir="ltr"
                spellCheck={false}
                style={{ flex: 1 }}
              />
              <NativeSelect
                label={t('builder.fieldType', { number: at + 1 })}
                value={field.type}
                data={FIELD_TYPES.map((value) => ({ value, label: t(`builder.fieldTypes.${value}`) }))}
                onChange={(event) => change(at, { type: event.currentTarget.value as typeof field.type })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('builder.removeField', { number: at + 1 })}
                onClick={() => onChange({ fields: fields.filter((_, place) => place !== at) })}
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
            <TextInput
              label={t('builder.fieldDescription', { number: at + 1 })}
              placeholder={t('builder.fieldDescriptionHelp')}
              value={field.description}
              maxLength={200}
              onChange={(event) => change(at, { description: event.currentTarget.value })}
              dir="auto"
            />
          </Stack>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          disabled={fields.length >= MAX_FIELDS}
          onClick={() => onChange({ fields: [...fields, { variable: '', type: 'text', description: '' }] })}
        >
          {t('builder.addField')}
        </Button>
      </Stack>
      <ModelTimeout seconds={step.timeoutSeconds} onChange={onChange} />
    </>
  );
}

function ModelTimeout({ seconds, onChange }: { seconds: number; onChange: ChangeAiStep }) {
  const { t } = useTranslation('bots');
  return (
    <DurationInput
      label={t('builder.aiTimeout')}
      seconds={seconds}
      min={MIN_TIMEOUT_SECONDS}
      max={MAX_MODEL_TIMEOUT_SECONDS}
      onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
    />
  );
}
