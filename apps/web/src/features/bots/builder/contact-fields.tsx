import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type BotNode, CONSENT_CHANGES, MAX_FIELDS, type NodeOf } from '@switchyard/contracts/bots/flow';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { LinesField, TextField } from './step-inputs.tsx';

/** Settings of a step that changes the contact in the conversation. */
export function ContactFields(props: { step: NodeOf<'contact'>; onChange: (part: Partial<BotNode>) => void }) {
  const { t } = useTranslation('bots');
  const { step, onChange } = props;
  const { fields } = step;
  const change = (at: number, part: Partial<(typeof fields)[number]>) =>
    onChange({ fields: fields.map((field, place) => (place === at ? { ...field, ...part } : field)) });
  return (
    <>
      <Stack gap="xs" role="group" aria-label={t('builder.contactFields')}>
        {fields.map((field, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field has no stable name while it is being typed
          <Group key={at} gap={6} wrap="nowrap" align="end">
            <TextInput
              label={t('builder.contactField', { number: at + 1 })}
              value={field.name}
              maxLength={64}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
              dir="auto"
              style={{ flex: 1 }}
            />
            <TextInput
              label={t('builder.contactValue', { number: at + 1 })}
              value={field.value}
              onChange={(event) => change(at, { value: event.currentTarget.value })}
              dir="auto"
              style={{ flex: 1 }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('builder.removeContactField', { number: at + 1 })}
              onClick={() => onChange({ fields: fields.filter((_, place) => place !== at) })}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          disabled={fields.length >= MAX_FIELDS}
          onClick={() => onChange({ fields: [...fields, { name: '', value: '' }] })}
        >
          {t('builder.addContactField')}
        </Button>
      </Stack>
      <LinesField
        label={t('builder.labelsOn')}
        value={step.labelsOn}
        onChange={(labelsOn) => onChange({ labelsOn: labelsOn.slice(0, MAX_FIELDS) })}
      />
      <LinesField
        label={t('builder.labelsOff')}
        value={step.labelsOff}
        onChange={(labelsOff) => onChange({ labelsOff: labelsOff.slice(0, MAX_FIELDS) })}
      />
      <NativeSelect
        label={t('builder.consent')}
        value={step.consent}
        data={CONSENT_CHANGES.map((value) => ({ value, label: t(`builder.consents.${value}`) }))}
        onChange={(event) => onChange({ consent: event.currentTarget.value as typeof step.consent })}
      />
      {step.consent === 'given' && (
        <>
          <TextInput
            label={t('builder.consentSource')}
            value={step.consentSource}
            maxLength={128}
            onChange={(event) => onChange({ consentSource: event.currentTarget.value })}
            dir="auto"
          />
          <TextField
            label={t('builder.consentText')}
            help={t('builder.askedHelp')}
            value={step.consentText}
            onChange={(consentText) => onChange({ consentText: consentText.slice(0, 1_000) })}
          />
        </>
      )}
      <Checkbox
        label={t('builder.isOptedOut')}
        description={t('builder.isOptedOutHelp')}
        checked={step.isOptedOut}
        onChange={(event) => onChange({ isOptedOut: event.currentTarget.checked })}
      />
    </>
  );
}
