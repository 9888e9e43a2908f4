import { Button, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { CampaignTemplate } from '@switchyard/contracts/campaigns';
import { MAX_MESSAGE_LENGTH } from '@switchyard/contracts/message-limits';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { templatesQuery, useRemoveTemplate, useSaveTemplate } from '../api/campaigns.ts';
import { faultText } from '../fault-text.ts';
import { faultsOfText } from '../launch/draft-values.ts';
import '../texts.ts';
import { KeptList } from './kept-list.tsx';

/** Texts that are kept. */
export function TemplatesTab() {
  const { t } = useTranslation('campaigns');
  const found = useQuery(templatesQuery());
  const [edited, setEdited] = useState<CampaignTemplate | 'new' | null>(null);
  return (
    <Stack gap="md">
      <Button leftSection={<IconPlus size={16} />} w="fit-content" onClick={() => setEdited('new')}>
        {t('manage.addTemplate')}
      </Button>
      <KeptList
        found={found}
        remove={useRemoveTemplate()}
        removeText={t('manage.removeTemplate')}
        empty={<EmptyState icon={IconTemplate} title={t('manage.noTemplates')} text={t('manage.noTemplatesHint')} />}
        about={(one) => (
          <Text size="sm" c="dimmed" dir="auto" lineClamp={3} style={{ whiteSpace: 'pre-wrap' }}>
            {one.text}
          </Text>
        )}
        onEdit={setEdited}
      />
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === null || edited === 'new' ? t('manage.addTemplate') : edited.name}
        size="lg"
      >
        {edited && <TemplateForm template={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Modal>
    </Stack>
  );
}

function TemplateForm({ template, onDone }: { template: CampaignTemplate | null; onDone: () => void }) {
  const { t } = useTranslation('campaigns');
  const [name, setName] = useState(template?.name ?? '');
  const [text, setText] = useState(template?.text ?? '');
  const save = useSaveTemplate();
  const fault = faultsOfText(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...(template && { id: template._id }), name, text }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {save.error && <Notice tone="error">{faultText(save.error)}</Notice>}
        <TextInput
          label={t('manage.name')}
          withAsterisk
          maxLength={120}
          dir="auto"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t('manage.text')}
          withAsterisk
          autosize
          minRows={4}
          maxRows={14}
          maxLength={MAX_MESSAGE_LENGTH}
          dir="auto"
          error={fault || undefined}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          disabled={name.trim() === '' || text.trim() === '' || fault !== ''}
          loading={save.isPending}
        >
          {t('manage.save')}
        </Button>
      </Stack>
    </form>
  );
}
