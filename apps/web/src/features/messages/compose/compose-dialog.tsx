import { Alert, Autocomplete, Button, Checkbox, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { DateInput, TimeInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import type { Message, MessagePoll } from '@switchyard/contracts/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../components/relative-time.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useCreateMessage } from '../api/create-message.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { useUpdateMessage } from '../api/update-message.ts';
import '../texts.ts';
import { CarriedInput } from './carried-input.tsx';
import classes from './compose.module.css';
import {
  type ComposeField,
  type ComposeValues,
  composeFaults,
  fieldOf,
  maxWords,
  newValues,
  payloadOf,
  valuesOf,
} from './compose-values.ts';
import { previewDue } from './due-preview.ts';
import { useAttachment } from './use-attachment.ts';
import { useFileDrop } from './use-file-drop.ts';

/** What is composed: a new message (`at`: wall-clock time to start with), or one that exists. */
export type Composed = { at?: string } | { message: Message };

/** Schedules a message, or edits one that still waits. */
export function ComposeDialog({ composed, onClose }: { composed: Composed | null; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const isEdit = composed !== null && 'message' in composed;
  return (
    <Modal
      opened={composed !== null}
      onClose={onClose}
      title={t(isEdit ? 'compose.editTitle' : 'compose.newTitle')}
      size="lg"
    >
      {composed && <ComposeForm composed={composed} onDone={onClose} />}
    </Modal>
  );
}

/** What a change takes the faults of; left out: its own. */
const TOUCHED_WITH: Record<string, string[]> = {
  time: ['time', 'date'],
  file: ['attachment', 'message', 'poll'],
  poll: ['poll', 'message', 'attachment'],
};

const zones = Intl.supportedValuesOf('timeZone');

function ComposeForm({ composed, onDone }: { composed: Composed; onDone: () => void }) {
  const { t } = useTranslation('messages');
  const me = useMe();
  const nowMs = useNow().getTime();
  const refusal = useRefusalText();
  const edited = 'message' in composed ? composed.message : null;
  const [values, setValues] = useState<ComposeValues>(() =>
    edited ? valuesOf(edited) : newValues(Date.now(), me.workspace.zone, 'at' in composed ? composed.at : undefined),
  );
  const [faults, setFaults] = useState<Partial<Record<ComposeField, string>>>({});
  const create = useCreateMessage();
  const update = useUpdateMessage();
  const saving = edited ? update : create;
  const due = previewDue(values.date, values.time, values.zone || me.workspace.zone, nowMs);

  const change = (part: Partial<ComposeValues>) => {
    setValues((before) => ({ ...before, ...part }));
    const touched = Object.keys(part).flatMap((name) => TOUCHED_WITH[name] ?? [name]);
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !touched.includes(name.split('.')[0] ?? ''))),
    );
  };
  const onError = (error: unknown) => {
    const named = error instanceof ApiError ? error.faults : [];
    setFaults(
      Object.fromEntries(named.flatMap((one) => (fieldOf(one.field) ? [[fieldOf(one.field), one.message]] : []))),
    );
  };
  const attachment = useAttachment((file) => change({ file }));
  const drop = useFileDrop(!values.file && !values.poll, (file) => void attachment.choose(file));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (attachment.uploading) return setFaults({ attachment: t('compose.waitForUpload') });
    const found = Object.entries(composeFaults(values)).map(([field, fault]) => [field, t(`compose.${fault}`)]);
    setFaults(Object.fromEntries(found));
    if (found.length > 0) return;
    const payload = payloadOf(values);
    const onSuccess = () => {
      toast(t(edited ? 'compose.saved' : 'compose.scheduled'));
      onDone();
    };
    if (!edited) create.mutate(payload, { onSuccess, onError });
    else
      update.mutate(
        { id: edited._id, version: edited.version, ...onlyChanged(payload, values, edited) },
        { onSuccess, onError },
      );
  };
  const hasOwnPlace = saving.error instanceof ApiError && saving.error.faults.some((one) => fieldOf(one.field));

  return (
    <form onSubmit={submit} noValidate className={classes.form} {...drop}>
      <Stack gap="sm">
        {saving.isError && !hasOwnPlace && <Notice tone="error">{refusal(saving.error)}</Notice>}
        <ContactInput values={values} error={faults.to} onChange={change} />
        <Textarea
          label={t(values.poll ? 'compose.question' : values.file ? 'compose.caption' : 'compose.message')}
          description={values.file?.media === 'audio' ? t('compose.audioHasNoText') : undefined}
          withAsterisk={!values.file}
          autosize
          minRows={values.poll || values.file ? 2 : 4}
          maxRows={12}
          dir="auto"
          data-autofocus={edited ? true : undefined}
          value={values.message}
          error={faults.message}
          onChange={(event) => change({ message: event.currentTarget.value })}
        />
        <Text size="xs" c={values.message.length > maxWords(values) ? 'red' : 'dimmed'} ta="end" mt={-8}>
          {t('compose.counter', {
            formatted: formatNumber(values.message.length),
            most: formatNumber(maxWords(values)),
          })}
        </Text>
        <CarriedInput file={values.file} poll={values.poll} attachment={attachment} faults={faults} onChange={change} />
        <Group gap="sm" grow align="flex-start" preventGrowOverflow={false}>
          <DateInput
            label={t('compose.date')}
            withAsterisk
            valueFormat="YYYY-MM-DD"
            value={values.date || null}
            error={faults.date}
            onChange={(date) => change({ date: date ?? '' })}
          />
          <TimeInput
            label={t('compose.time')}
            withAsterisk
            withSeconds={values.time.length > 5}
            value={values.time}
            error={faults.time}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
          <Select
            label={t('compose.zone')}
            searchable
            data={zones.includes(values.zone) || values.zone === '' ? zones : [values.zone, ...zones]}
            value={values.zone || null}
            error={faults.zone}
            onChange={(zone) => change({ zone: zone ?? '' })}
          />
        </Group>
        {due && (
          <Text size="sm" c="dimmed" role="status">
            {t('compose.goesOut', { at: formatExact(new Date(due.instantMs), values.zone || me.workspace.zone, true) })}
          </Text>
        )}
        {due && due.fit !== 'exact' && (
          <Alert color="yellow" role="status">
            {t(`compose.${due.fit}`, { asked: values.time, used: due.used.slice(11, 16) })}
          </Alert>
        )}
        {due?.isPast && (
          <Alert color="yellow" classNames={{ label: classes.warning ?? '' }} title={t('compose.past')}>
            <Checkbox
              label={t('compose.sendNow')}
              checked={values.sendNow}
              onChange={(event) => change({ sendNow: event.currentTarget.checked })}
            />
          </Alert>
        )}
        <Group justify="flex-end" mt="xs">
          <Button type="submit" loading={saving.isPending}>
            {t(edited ? 'compose.save' : 'compose.schedule')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** An edit of the text alone must not touch the due moment (seconds, or the second of two equal times). */
function onlyChanged(payload: ReturnType<typeof payloadOf>, values: ComposeValues, edited: Message) {
  const before = valuesOf(edited);
  const { dueDate, zone, contactName, contactList, message, attachment, poll } = { contactName: undefined, ...payload };
  const isDueSame = values.date === before.date && values.time === before.time && values.zone === before.zone;
  const isContactSame = values.to === before.to && values.pickedMobile === before.pickedMobile;
  return {
    pastDue: payload.pastDue,
    ...(message === before.message ? {} : { message }),
    ...(attachment?.fileId === edited.attachment?.fileId ? {} : { attachment }),
    ...(isSamePoll(poll, edited.poll) ? {} : { poll }),
    ...(isDueSame && !values.sendNow ? {} : { dueDate, zone }),
    ...(isContactSame ? {} : { contactName: contactName ?? '', contactList }),
  };
}

const isSamePoll = (one: MessagePoll | null, other: MessagePoll | null): boolean =>
  JSON.stringify(one && [one.options, one.selectable]) === JSON.stringify(other && [other.options, other.selectable]);

const SUGGESTIONS = 20;
const TYPING_PAUSE_MS = 200;

/** Offers the workspace's contacts while typing; a number or another name may be typed as well. */
function ContactInput(props: {
  values: ComposeValues;
  error: string | undefined;
  onChange: (change: Partial<ComposeValues>) => void;
}) {
  const { t } = useTranslation('messages');
  const [search] = useDebouncedValue(props.values.to, TYPING_PAUSE_MS);
  const contacts = useQuery(
    apiQuery.contacts.list.queryOptions({
      input: { search: search.slice(0, 200), limit: SUGGESTIONS },
      placeholderData: keepPreviousData,
    }),
  );
  const options = new Map(
    (contacts.data?.data ?? []).map((contact) => [`${contact.name} · ${contact.mobile}`, contact]),
  );
  return (
    <Autocomplete
      label={t('compose.contact')}
      description={t('compose.contactHint')}
      withAsterisk
      maxLength={256}
      autoComplete="off"
      value={props.values.to}
      data={[...options.keys()]}
      filter={({ options: given }) => given}
      error={props.error}
      onChange={(typed) => {
        const picked = options.get(typed);
        props.onChange(picked ? { to: picked.name, pickedMobile: picked.mobile } : { to: typed, pickedMobile: '' });
      }}
    />
  );
}
