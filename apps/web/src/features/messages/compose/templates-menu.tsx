import { Button, Menu, Text } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast, toastError } from '../../../components/toasts.ts';
import { templatesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';

/** A template's name is the start of its text, up to this length. */
const NAME_LENGTH = 60;

/** Inserts a workspace template, or saves the current text as one. */
export function TemplatesMenu({ text, onInsert }: { text: string; onInsert: (text: string) => void }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const [isOpen, setIsOpen] = useState(false);
  const templates = useQuery({ ...templatesQuery, enabled: isOpen });
  const save = useMutation(
    apiQuery.campaignTemplates.save.mutationOptions({
      onSuccess: ({ name }) => toast(t('compose.templateKept', { name })),
      onError: (error) => toastError(refusal(error)),
    }),
  );
  const saved = templates.data?.data ?? [];
  const name = text.trim().split('\n')[0]?.slice(0, NAME_LENGTH).trim() ?? '';
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconTemplate size={14} />}>
          {t('compose.templates')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={280} maw={320} style={{ overflow: 'auto' }}>
        {saved.map((template) => (
          <Menu.Item key={template._id} onClick={() => onInsert(template.text)}>
            <Text size="sm" truncate dir="auto">
              {template.name}
            </Text>
          </Menu.Item>
        ))}
        {templates.isSuccess && saved.length === 0 && <Menu.Label>{t('compose.noTemplates')}</Menu.Label>}
        {templates.isError && <Menu.Label>{refusal(templates.error)}</Menu.Label>}
        <Menu.Divider />
        <Menu.Item disabled={name === ''} onClick={() => save.mutate({ name, text })}>
          {t('compose.keepTemplate')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
