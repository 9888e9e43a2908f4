import { Button, Group, Modal, MultiSelect, Stack, TextInput } from '@mantine/core';
import {
  UNSENT_EVENT_TYPES,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '@switchyard/contracts/webhooks/event-types';
import {
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  type Webhook,
} from '@switchyard/contracts/webhooks/operations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { choicesOf, enginesQuery, labelsQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { faultsAt } from '../../../lib/api/field-faults.ts';
import './texts.ts';

const DEFAULT_EVENTS: WebhookEventType[] = ['new_message_received_webhook', 'message.delivered', 'message.failed'];

const isEventType = (type: string): type is WebhookEventType => (WEBHOOK_EVENT_TYPES as string[]).includes(type);

/** Creates or edits a webhook. @param webhook null: a new one */
export function WebhookDialog(props: {
  isOpen: boolean;
  webhook: Webhook | null;
  onClose: () => void;
  onCreated: (secret: string) => void;
}) {
  const { t } = useTranslation('webhooks');
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t(props.webhook ? 'editTitle' : 'new')}>
      {props.isOpen && <WebhookForm {...props} />}
    </Modal>
  );
}

function WebhookForm(props: { webhook: Webhook | null; onClose: () => void; onCreated: (secret: string) => void }) {
  const { t } = useTranslation('webhooks');
  const [url, setUrl] = useState(props.webhook?.url ?? 'https://');
  const [description, setDescription] = useState(props.webhook?.description ?? '');
  const [events, setEvents] = useState<WebhookEventType[]>(props.webhook?.events.filter(isEventType) ?? DEFAULT_EVENTS);
  // Keep events that a program subscribed to but that are not sent yet; they cannot be selected here.
  const unsent = UNSENT_EVENT_TYPES.filter((type) => props.webhook?.events.includes(type));
  const [engineIds, setEngineIds] = useState(props.webhook?.engineIds ?? []);
  const [labelIds, setLabelIds] = useState(props.webhook?.labelIds ?? []);
  const engines = useQuery(enginesQuery);
  const labels = useQuery(labelsQuery);
  const hasEvents = events.length + unsent.length > 0;
  const [isTried, setIsTried] = useState(false);
  const create = useMutation(
    apiQuery.webhooks.create.mutationOptions({ onSuccess: ({ secret }) => props.onCreated(secret) }),
  );
  const update = useMutation(
    apiQuery.webhooks.update.mutationOptions({
      onSuccess: () => {
        toast(t('saved'));
        props.onClose();
      },
    }),
  );
  const error = create.error ?? update.error;
  const faults = faultsAt(['url', 'description', 'events'], error);
  const isEmpty = /^(https?:\/\/)?\s*$/.test(url);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isEmpty || !hasEvents) return;
    const input = {
      url: url.trim(),
      events: [...events, ...unsent],
      description: description.trim() || null,
      engineIds,
      labelIds,
    };
    if (props.webhook) update.mutate({ id: props.webhook._id, ...input });
    else create.mutate(input);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {error && Object.keys(faults).length === 0 && <Notice tone="error">{error.message}</Notice>}
        <TextInput
          label={t('url')}
          description={t('urlHint')}
          type="url"
          dir="ltr"
          maxLength={MAX_WEBHOOK_URL_LENGTH}
          data-autofocus
          value={url}
          error={(isTried && isEmpty && t('urlMissing')) || faults.url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={t('description')}
          description={t('descriptionHint')}
          dir="auto"
          maxLength={MAX_WEBHOOK_DESCRIPTION_LENGTH}
          value={description}
          error={faults.description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <MultiSelect
          label={t('events')}
          description={t('eventsHint')}
          searchable
          hidePickedOptions
          data={WEBHOOK_EVENT_TYPES}
          value={events}
          error={(isTried && !hasEvents && t('eventsMissing')) || faults.events}
          onChange={(next) => setEvents(next.filter(isEventType))}
        />
        <MultiSelect
          label={t('engines')}
          description={t('filterHint')}
          searchable
          data={choicesWith(engines.data?.data, engineIds)}
          value={engineIds}
          onChange={setEngineIds}
        />
        <MultiSelect
          label={t('labels')}
          description={t('filterHint')}
          searchable
          data={choicesWith(labels.data?.data, labelIds)}
          value={labelIds}
          onChange={setLabelIds}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending || update.isPending}>
            {t(props.webhook ? 'save' : 'create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The options, plus selected ones that were deleted since. */
function choicesWith(known: readonly { _id: string; name: string }[] | undefined, chosen: readonly string[]) {
  const deletedIds = known ? chosen.filter((id) => known.every(({ _id }) => _id !== id)) : chosen;
  return [...choicesOf(known), ...deletedIds.map((id) => ({ value: id, label: id }))];
}
