import { Textarea } from '@mantine/core';
import type { CampaignTemplate } from '@switchyard/contracts/campaigns/operations';
import { MAX_MESSAGE_LENGTH } from '@switchyard/contracts/messages/limits';
import { IconTemplate } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { UnknownVariables } from '../../../components/unknown-variables.tsx';
import { templatesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { Bubble, useSampleContact } from '../components/bubble.tsx';
import { linkVariables, templateFaults } from '../launch/draft-values.ts';
import '../texts.ts';
import { SavedItemForm, SavedTab } from './saved-tab.tsx';

/** Saved texts. */
export function TemplatesTab() {
  const { t } = useTranslation('campaigns');
  const reader = useSampleContact();
  return (
    <SavedTab<CampaignTemplate>
      addLabel={t('manage.addTemplate')}
      found={useQuery(templatesQuery)}
      remove={useMutation(apiQuery.campaignTemplates.remove.mutationOptions())}
      removeText={t('manage.removeTemplate')}
      empty={<EmptyState icon={IconTemplate} title={t('manage.noTemplates')} text={t('manage.noTemplatesHint')} />}
      renderDetails={(template) => <Bubble text={template.text} reader={reader} />}
      renderAction={(template) => (
        <ButtonLink
          to="/launch-campaign"
          search={{ template: template._id }}
          variant="default"
          size="xs"
          w="fit-content"
        >
          {t('manage.use')}
        </ButtonLink>
      )}
      renderForm={(template, onDone) => <TemplateForm template={template} onDone={onDone} />}
    />
  );
}

function TemplateForm({ template, onDone }: { template: CampaignTemplate | null; onDone: () => void }) {
  const { t } = useTranslation('campaigns');
  const [name, setName] = useState(template?.name ?? '');
  const [text, setText] = useState(template?.text ?? '');
  const save = useMutation(apiQuery.campaignTemplates.save.mutationOptions());
  const fault = templateFaults(text);
  return (
    <SavedItemForm
      name={name}
      onName={setName}
      isComplete={text.trim() !== '' && fault === ''}
      save={save}
      onSave={() =>
        save.mutate(
          { ...(template && { id: template._id, asOf: template.updatedAt }), name, text },
          { onSuccess: onDone },
        )
      }
    >
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
      <UnknownVariables text={text} also={linkVariables(text)} />
    </SavedItemForm>
  );
}
