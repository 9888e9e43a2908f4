import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type InboundWebhook, MAX_INBOUND_NAME_LENGTH } from '@switchyard/contracts/public-api/inbound-webhooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { choicesOf, templatesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import './texts.ts';

/** Creates or edits a form webhook. @param webhook null: a new one */
export function InboundDialog(props: {
  webhook: InboundWebhook | null;
  onClose: () => void;
  onCreated: (url: string) => void;
}) {
  const { t } = useTranslation('inbound');
  const [name, setName] = useState(props.webhook?.name ?? '');
  const [templateId, setTemplateId] = useState(props.webhook?.templateId ?? null);
  const [isTried, setIsTried] = useState(false);
  const templates = useQuery(templatesQuery);
  const create = useMutation(
    apiQuery.inboundWebhooks.create.mutationOptions({ onSuccess: ({ url }) => props.onCreated(url) }),
  );
  const update = useMutation(
    apiQuery.inboundWebhooks.update.mutationOptions({
      onSuccess: () => {
        toast(t('saved'));
        props.onClose();
      },
    }),
  );
  const error = create.error ?? update.error ?? templates.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (name.trim() === '' || templateId === null) return;
    const input = { name: name.trim(), templateId };
    if (props.webhook) update.mutate({ id: props.webhook._id, ...input });
    else create.mutate(input);
  };
  return (
    <Modal opened onClose={props.onClose} title={t(props.webhook ? 'editTitle' : 'new')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {error && <Notice tone="error">{error.message}</Notice>}
          {templates.data?.total === 0 && <Notice tone="warning">{t('noTemplates')}</Notice>}
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            dir="auto"
            maxLength={MAX_INBOUND_NAME_LENGTH}
            data-autofocus
            value={name}
            error={isTried && name.trim() === '' && t('nameMissing')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Select
            label={t('template')}
            description={t('templateHint')}
            searchable
            data={choicesOf(templates.data?.data)}
            value={templateId}
            error={isTried && templateId === null && t('templateMissing')}
            onChange={setTemplateId}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending || update.isPending}>
              {t(props.webhook ? 'save' : 'create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
