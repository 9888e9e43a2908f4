import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Select,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Contact } from '@switchyard/contracts/contacts/operations';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../../components/failure-text.ts';
import { Notice } from '../../../components/notice.tsx';
import {
  QuietHoursInput,
  type QuietValues,
  quietHoursOf,
  quietValuesOf,
} from '../../../components/quiet-hours-input.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { labelsQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { OnWhatsApp } from './on-whatsapp.tsx';
import { useZoneHint } from './use-zone-hint.ts';

interface Values {
  name: string;
  firstName: string;
  lastName: string;
  mobile: string;
  zone: string | null;
  quiet: QuietValues;
  fields: { name: string; value: string }[];
  labels: string[];
  hasAgreed: boolean;
  agreedOn: string;
  agreedSource: string;
  agreedText: string;
}

const ZONES = Intl.supportedValuesOf('timeZone');
const today = () => new Date().toISOString().slice(0, 10);

const valuesOf = (contact: Contact | null): Values => ({
  name: contact?.name ?? '',
  firstName: contact?.firstName ?? '',
  lastName: contact?.lastName ?? '',
  mobile: contact?.mobile ?? '',
  zone: contact?.zone ?? null,
  quiet: quietValuesOf(contact?.quietHours ?? null),
  fields: Object.entries(contact?.fields ?? {}).map(([name, value]) => ({ name, value })),
  labels: contact?.labels.map((label) => label.name) ?? [],
  hasAgreed: contact?.consent !== null && contact !== null,
  agreedOn: contact?.consent?.at.slice(0, 10) ?? today(),
  agreedSource: contact?.consent?.source ?? '',
  agreedText: contact?.consent?.text ?? '',
});

/** The form in the API's format. An untouched consent time keeps its seconds. */
function payloadOf(values: Values, contact: Contact | null) {
  const { hasAgreed, agreedOn, agreedSource, agreedText, fields, labels: _, quiet, ...rest } = values;
  const isSameDay = contact?.consent?.at.startsWith(agreedOn) === true;
  const at = isSameDay && contact?.consent ? contact.consent.at : `${agreedOn}T00:00:00Z`;
  return {
    ...rest,
    quietHours: quietHoursOf(quiet),
    fields: Object.fromEntries(fields.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name, value])),
    consent: hasAgreed ? { at, source: agreedSource, text: agreedText } : null,
  };
}

/** Fields that an edit changed. The others may have been changed by someone else meanwhile and must stay. */
function changedFields(values: Values, contact: Contact) {
  const before: Record<string, unknown> = payloadOf(valuesOf(contact), contact);
  const now = payloadOf(values, contact);
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Partial<typeof now>;
}

/** Adds or edits a contact. */
export function ContactForm({ contact, onDone }: { contact: Contact | null; onDone: () => void }) {
  const { t } = useTranslation('contacts');
  const labels = useQuery(labelsQuery);
  const create = useMutation(apiQuery.contacts.create.mutationOptions());
  const update = useMutation(apiQuery.contacts.update.mutationOptions());
  const label = useMutation(apiQuery.contacts.label.mutationOptions());
  const form = useForm<Values>({ initialValues: valuesOf(contact) });
  const zoneHint = useZoneHint(form.values.mobile);
  const save = async (values: Values) => {
    try {
      const saved = contact
        ? await update.mutateAsync({ id: contact._id, ...changedFields(values, contact) })
        : await create.mutateAsync(payloadOf(values, contact));
      const before = new Set(contact?.labels.map((label) => label.name));
      const after = new Set(values.labels);
      for (const name of new Set([...before, ...after])) {
        if (before.has(name) === after.has(name)) continue;
        await label.mutateAsync({ selection: { ids: [saved._id] }, label: name, on: after.has(name) });
      }
      toast(t('form.saved', { name: saved.name }));
      onDone();
    } catch (error) {
      if (error instanceof ApiError) {
        form.setErrors(Object.fromEntries(error.faults.map((fault) => [formField(fault.field), fault.message])));
      }
    }
  };
  const error = create.error ?? update.error ?? label.error;
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack gap="sm">
        {error && <Notice tone="error">{faultText(error)}</Notice>}
        <TextInput
          label={t('form.name')}
          withAsterisk
          maxLength={256}
          dir="auto"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput label={t('form.mobile')} withAsterisk maxLength={32} type="tel" {...form.getInputProps('mobile')} />
        {contact && <OnWhatsApp whatsapp={contact.whatsapp} />}
        <Group grow>
          <TextInput label={t('form.firstName')} maxLength={128} dir="auto" {...form.getInputProps('firstName')} />
          <TextInput label={t('form.lastName')} maxLength={128} dir="auto" {...form.getInputProps('lastName')} />
        </Group>
        <TagsInput
          label={t('form.labels')}
          description={t('form.labelsHint')}
          maxLength={64}
          data={(labels.data?.data ?? []).map((label) => label.name)}
          {...form.getInputProps('labels')}
        />
        <Select
          label={t('form.zone')}
          description={zoneHint}
          clearable
          searchable
          data={ZONES}
          {...form.getInputProps('zone')}
        />
        <QuietHoursInput
          value={form.values.quiet}
          onChange={(quiet) => form.setFieldValue('quiet', quiet)}
          usual={t('form.quietUsual')}
          faultOf={(end) => form.errors[`quietHours.${end}`]?.toString()}
        />
        <Fieldset legend={t('form.fields')}>
          <Stack gap="xs">
            {form.values.fields.map((field, index) => (
              // A custom field is identified by its position while its name is being typed.
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end, and inputs are controlled
              <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
                <TextInput
                  aria-label={t('form.fieldName')}
                  placeholder={t('form.fieldName')}
                  maxLength={64}
                  {...form.getInputProps(`fields.${index}.name`)}
                />
                <TextInput
                  aria-label={t('form.fieldValue')}
                  placeholder={t('form.fieldValue')}
                  maxLength={1024}
                  dir="auto"
                  flex={1}
                  {...form.getInputProps(`fields.${index}.value`)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t('form.removeField', { name: field.name })}
                  onClick={() => form.removeListItem('fields', index)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            ))}
            <Button
              variant="subtle"
              size="xs"
              w="fit-content"
              leftSection={<IconPlus size={14} />}
              onClick={() => form.insertListItem('fields', { name: '', value: '' })}
            >
              {t('form.addField')}
            </Button>
          </Stack>
        </Fieldset>
        <Checkbox label={t('form.agreed')} {...form.getInputProps('hasAgreed', { type: 'checkbox' })} />
        {form.values.hasAgreed && (
          <>
            <Group grow align="flex-start">
              <TextInput label={t('form.agreedOn')} type="date" max={today()} {...form.getInputProps('agreedOn')} />
              <TextInput
                label={t('form.agreedSource')}
                withAsterisk
                maxLength={128}
                dir="auto"
                {...form.getInputProps('agreedSource')}
              />
            </Group>
            <Textarea
              label={t('form.agreedText')}
              maxLength={1000}
              autosize
              dir="auto"
              {...form.getInputProps('agreedText')}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending || update.isPending || label.isPending}>
            {t(contact ? 'form.save' : 'form.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The form field at which a server error is shown. */
function formField(field: string): string {
  if (field === 'consent.at') return 'agreedOn';
  if (field === 'consent.source') return 'agreedSource';
  return field === 'consent.text' ? 'agreedText' : field;
}
