import { Button, Select, Stack } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { audiencesQuery } from '../api/campaigns.ts';
import { AudienceFields, audienceValues } from '../components/audience-fields.tsx';
import '../texts.ts';
import type { DraftValues } from './draft-values.ts';

/** Shows the import of a file while it is open, and tells of the list that it made. */
export type ImportFromFile = (importing: {
  isOpen: boolean;
  onClose: () => void;
  onGathered: (listId: string) => void;
}) => ReactNode;

/** Who gets it: a saved audience, whoever is in a file, or one of its own. */
export function AudienceStep(props: {
  values: DraftValues;
  importFromFile: ImportFromFile;
  onChange: (part: Partial<DraftValues>) => void;
}) {
  const { t } = useTranslation('campaigns');
  const [isImporting, setIsImporting] = useState(false);
  const saved = useQuery(audiencesQuery());
  const audiences = saved.data?.data ?? [];
  return (
    <Stack gap="md">
      {audiences.length > 0 && (
        <Select
          label={t('audience.saved')}
          searchable
          clearable
          data={audiences.map((audience) => ({ value: audience._id, label: audience.name }))}
          onChange={(id) => {
            const found = audiences.find((audience) => audience._id === id);
            if (found) props.onChange({ audience: audienceValues(found.definition) });
          }}
        />
      )}
      {props.importFromFile({
        isOpen: isImporting,
        onClose: () => setIsImporting(false),
        onGathered: (listId) => props.onChange({ audience: { ...props.values.audience, kind: 'list', listId } }),
      })}
      <AudienceFields
        values={props.values.audience}
        onChange={(audience) => props.onChange({ audience })}
        fromFile={
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconFileSpreadsheet size={16} />}
            onClick={() => setIsImporting(true)}
          >
            {t('audience.fromFile')}
          </Button>
        }
      />
    </Stack>
  );
}
