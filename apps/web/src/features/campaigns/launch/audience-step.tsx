import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { audiencesQuery } from '../api/campaigns.ts';
import { AudienceFields, audienceValues } from '../components/audience-fields.tsx';
import '../texts.ts';
import type { DraftValues } from './draft-values.ts';

/** Who gets it: a saved audience, or one of its own. */
export function AudienceStep(props: { values: DraftValues; onChange: (part: Partial<DraftValues>) => void }) {
  const { t } = useTranslation('campaigns');
  const saved = useQuery(audiencesQuery());
  const audiences = saved.data?.data ?? [];
  return (
    <Stack gap="md">
      {audiences.length > 0 && (
        <Select
          label={t('audience.saved')}
          searchable
          clearable
          data={audiences.map((one) => ({ value: one._id, label: one.name }))}
          onChange={(id) => {
            const found = audiences.find((one) => one._id === id);
            if (found) props.onChange({ audience: audienceValues(found.definition) });
          }}
        />
      )}
      <AudienceFields values={props.values.audience} onChange={(audience) => props.onChange({ audience })} />
    </Stack>
  );
}
