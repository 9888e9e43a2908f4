import type { Audience } from '@switchyard/contracts/campaigns/operations';
import { IconUsersGroup } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { faultText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { audienceCount, audiencesQuery } from '../api/campaigns.ts';
import { AudienceFields, audienceValues, definitionOf, EVERYBODY } from '../components/audience-fields.tsx';
import '../texts.ts';
import { SavedItemForm, SavedTab } from './saved-tab.tsx';

/** Saved audiences. */
export function AudiencesTab() {
  const { t } = useTranslation('campaigns');
  return (
    <SavedTab<Audience>
      addLabel={t('manage.addAudience')}
      found={useQuery(audiencesQuery())}
      remove={useMutation(apiQuery.audiences.remove.mutationOptions())}
      removeText={t('manage.removeAudience')}
      empty={<EmptyState icon={IconUsersGroup} title={t('manage.noAudiences')} text={t('manage.noAudiencesHint')} />}
      renderDetails={(audience) => <Count audience={audience} />}
      renderAction={(audience) => (
        <ButtonLink
          to="/launch-campaign"
          search={{ audience: audience._id }}
          variant="default"
          size="xs"
          w="fit-content"
        >
          {t('manage.use')}
        </ButtonLink>
      )}
      renderForm={(audience, onDone) => <AudienceForm audience={audience} onDone={onDone} />}
    />
  );
}

function Count({ audience }: { audience: Audience }) {
  const { t } = useTranslation('campaigns');
  const count = useQuery(audienceCount(audience.definition));
  const contacts = count.data?.contacts;
  return (
    <Hint mih={22}>
      {(count.error && faultText(count.error)) ??
        (contacts === undefined ? '' : t('audience.count', { count: contacts, formatted: formatNumber(contacts) }))}
    </Hint>
  );
}

function AudienceForm({ audience, onDone }: { audience: Audience | null; onDone: () => void }) {
  const [name, setName] = useState(audience?.name ?? '');
  const [values, setValues] = useState(() => (audience ? audienceValues(audience.definition) : EVERYBODY));
  const save = useMutation(apiQuery.audiences.save.mutationOptions());
  const definition = definitionOf(values);
  return (
    <SavedItemForm
      name={name}
      onName={setName}
      isComplete={definition !== null}
      save={save}
      onSave={() => {
        if (definition)
          save.mutate(
            { ...(audience && { id: audience._id, asOf: audience.updatedAt }), name, definition },
            { onSuccess: onDone },
          );
      }}
    >
      <AudienceFields values={values} onChange={setValues} ownId={audience?._id} />
    </SavedItemForm>
  );
}
