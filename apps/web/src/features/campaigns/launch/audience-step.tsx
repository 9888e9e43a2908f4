import { Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import type { Audience, AudienceDefinition } from '@switchyard/contracts/campaigns/operations';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { choicesOf } from '../../../lib/api/choices.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { audienceCount, audiencesQuery } from '../api/campaigns.ts';
import { AudienceFields, type AudienceValues, audienceValues } from '../components/audience-fields.tsx';
import '../texts.ts';
import type { DraftValues } from './draft-values.ts';
import classes from './launch.module.css';

/** Saved audiences offered as buttons; the others are in a menu. */
const MAX_OFFERED = 5;
const EVERYONE: AudienceDefinition = {
  from: { kind: 'all' },
  withoutLabelIds: [],
  withoutAudienceIds: [],
  consentOnly: false,
  atMost: null,
};

/** Renders the contact import while it is open; calls back with the list it created. */
export type ImportFromFile = (importing: {
  isOpen: boolean;
  onClose: () => void;
  onListCreated: (listId: string) => void;
}) => ReactNode;

/** Audience of a campaign: a saved one, the contacts of a file, or one defined here. */
export function AudienceStep(props: {
  values: DraftValues;
  importFromFile: ImportFromFile;
  onChange: (part: Partial<DraftValues>) => void;
}) {
  const { t } = useTranslation('campaigns');
  const [isImporting, setIsImporting] = useState(false);
  const saved = useQuery(audiencesQuery());
  const everybody = useQuery(audienceCount(EVERYONE));
  const audiences = saved.data?.data ?? [];
  const choose = (audience: Audience) => props.onChange({ audience: audienceValues(audience.definition) });
  // Both queries may add something above the choices, which must not move once visible.
  if (saved.isPending || everybody.isPending) return <Skeleton height={420} radius="md" />;
  return (
    <Stack gap="md">
      {everybody.data?.contacts === 0 && (
        <EmptyState
          icon={IconFileSpreadsheet}
          title={t('audience.noContacts')}
          text={t('audience.noContactsText')}
          action={<Button onClick={() => setIsImporting(true)}>{t('audience.import')}</Button>}
        />
      )}
      {audiences.length > 0 && (
        <Group className={classes.saved} gap="xs" role="group" aria-label={t('audience.saved')}>
          {audiences.slice(0, MAX_OFFERED).map((audience) => (
            <SavedAudience
              key={audience._id}
              audience={audience}
              isChosen={isSame(props.values.audience, audience)}
              onChoose={choose}
            />
          ))}
          {audiences.length > MAX_OFFERED && (
            <Select
              aria-label={t('audience.saved')}
              placeholder={t('audience.saved')}
              searchable
              data={choicesOf(audiences)}
              value={audiences.find((audience) => isSame(props.values.audience, audience))?._id ?? null}
              onChange={(id) => {
                const found = audiences.find((audience) => audience._id === id);
                if (found) choose(found);
              }}
            />
          )}
        </Group>
      )}
      {props.importFromFile({
        isOpen: isImporting,
        onClose: () => setIsImporting(false),
        onListCreated: (listId) => props.onChange({ audience: { ...props.values.audience, kind: 'list', listId } }),
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

function SavedAudience(props: { audience: Audience; isChosen: boolean; onChoose: (audience: Audience) => void }) {
  const { audience } = props;
  const count = useQuery(audienceCount(audience.definition)).data?.contacts;
  return (
    <Button
      variant={props.isChosen ? 'light' : 'default'}
      aria-pressed={props.isChosen}
      size="xs"
      onClick={() => props.onChoose(audience)}
      rightSection={<span className={classes.count}>{count === undefined ? '' : formatNumber(count)}</span>}
    >
      <bdi>{audience.name}</bdi>
    </Button>
  );
}

const isSame = (values: AudienceValues, { definition }: Audience): boolean =>
  JSON.stringify(values) === JSON.stringify(audienceValues(definition));
