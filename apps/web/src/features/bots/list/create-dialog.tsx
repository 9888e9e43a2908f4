import { Button, Group, Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { BOT_TEMPLATES, type Bot, type BotTemplate } from '@switchyard/contracts/bots/operations';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** Creates a bot from a template. */
export function CreateBotDialog(props: { template: BotTemplate; onClose: () => void; onCreated: (bot: Bot) => void }) {
  const { t } = useTranslation('bots');
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [template, setTemplate] = useState(props.template);
  const create = useMutation(apiQuery.bots.create.mutationOptions());
  return (
    <Modal opened onClose={props.onClose} title={t('create.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ name, description, template }, { onSuccess: props.onCreated });
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('create.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={120}
            required
            data-autofocus
          />
          <Textarea
            label={t('create.description')}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={1_000}
            autosize
          />
          <Radio.Group
            label={t('create.template')}
            value={template}
            onChange={(value) => setTemplate(value as BotTemplate)}
          >
            <Stack gap={6} mt={4}>
              {BOT_TEMPLATES.map((choice) => (
                <Radio key={choice} value={choice} label={t(`create.templates.${choice}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {create.error && <Notice tone="error">{create.error.message}</Notice>}
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              {t('create.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
