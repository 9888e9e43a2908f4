import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Audience } from '@switchyard/contracts/campaigns';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { audienceCount, audiencesQuery, useRemoveAudience, useSaveAudience } from '../api/campaigns.ts';
import { AudienceFields, audienceValues, definitionOf, EVERYBODY } from '../components/audience-fields.tsx';
import { faultText } from '../fault-text.ts';
import '../texts.ts';
import { KeptList } from './kept-list.tsx';

/** Audiences that are kept. */
export function AudiencesTab() {
  const { t } = useTranslation('campaigns');
  const found = useQuery(audiencesQuery());
  const [edited, setEdited] = useState<Audience | 'new' | null>(null);
  const add = (
    <Button leftSection={<IconPlus size={16} />} w="fit-content" onClick={() => setEdited('new')}>
      {t('manage.addAudience')}
    </Button>
  );
  return (
    <Stack gap="md">
      {add}
      <KeptList
        found={found}
        remove={useRemoveAudience()}
        removeText={t('manage.removeAudience')}
        empty={<EmptyState icon={IconUsersGroup} title={t('manage.noAudiences')} text={t('manage.noAudiencesHint')} />}
        about={(one) => <Count audience={one} />}
        onEdit={setEdited}
      />
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === null || edited === 'new' ? t('manage.addAudience') : edited.name}
        size="lg"
      >
        {edited && <AudienceForm audience={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Modal>
    </Stack>
  );
}

function Count({ audience }: { audience: Audience }) {
  const { t } = useTranslation('campaigns');
  const count = useQuery(audienceCount(audience.definition));
  const contacts = count.data?.contacts;
  return (
    <Text size="sm" c="dimmed" mih={22}>
      {count.error?.message ??
        (contacts === undefined ? '' : t('audience.count', { count: contacts, formatted: formatNumber(contacts) }))}
    </Text>
  );
}

function AudienceForm({ audience, onDone }: { audience: Audience | null; onDone: () => void }) {
  const { t } = useTranslation('campaigns');
  const [name, setName] = useState(audience?.name ?? '');
  const [values, setValues] = useState(() => (audience ? audienceValues(audience.definition) : EVERYBODY));
  const save = useSaveAudience();
  const definition = definitionOf(values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (definition) save.mutate({ ...(audience && { id: audience._id }), name, definition }, { onSuccess: onDone });
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
        <AudienceFields values={values} onChange={setValues} ownId={audience?._id} />
        <Button type="submit" disabled={name.trim() === '' || definition === null} loading={save.isPending}>
          {t('manage.save')}
        </Button>
      </Stack>
    </form>
  );
}
