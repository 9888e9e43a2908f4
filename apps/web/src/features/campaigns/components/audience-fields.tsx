import { Checkbox, Group, MultiSelect, NumberInput, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type AudienceDefinition,
  audienceDefinition,
  MAX_WITHOUT_AUDIENCES,
} from '@switchyard/contracts/campaigns/operations';
import { MAX_FIELD_LENGTH } from '@switchyard/contracts/contacts/operations';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { choicesOf, labelsQuery, listsQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { audienceCount, audiencesQuery, latestCampaigns } from '../api/campaigns.ts';
import '../texts.ts';
import classes from './audience-fields.module.css';

/** An audience being edited; unset fields are empty. */
export interface AudienceValues {
  kind: AudienceDefinition['from']['kind'];
  listId: string | null;
  labelIds: string[];
  campaignId: string | null;
  /** Key of a custom field, and the value to match. */
  field: string | null;
  value: string;
  withoutLabelIds: string[];
  withoutAudienceIds: string[];
  consentOnly: boolean;
  atMost: AudienceDefinition['atMost'];
}

export const EVERYBODY: AudienceValues = {
  kind: 'all',
  listId: null,
  labelIds: [],
  campaignId: null,
  field: null,
  value: '',
  withoutLabelIds: [],
  withoutAudienceIds: [],
  consentOnly: false,
  atMost: null,
};

export function audienceValues({ from, ...rest }: AudienceDefinition): AudienceValues {
  return {
    ...EVERYBODY,
    ...rest,
    kind: from.kind,
    listId: from.kind === 'list' ? from.listId : null,
    labelIds: from.kind === 'labels' ? from.labelIds : [],
    campaignId: from.kind === 'silent' ? from.campaignId : null,
    ...(from.kind === 'field' && { field: from.field, value: from.value }),
  };
}

/** The audience in the API's format; null while a required choice is missing. */
export function definitionOf(values: AudienceValues): AudienceDefinition | null {
  const { kind, listId, labelIds, campaignId, field, value, ...rest } = values;
  const from = {
    kind,
    ...(kind === 'list' && { listId }),
    ...(kind === 'labels' && { labelIds }),
    ...(kind === 'silent' && { campaignId }),
    ...(kind === 'field' && { field, value }),
  };
  const read = audienceDefinition.safeParse({ ...rest, from });
  return read.success ? read.data : null;
}

const KINDS = ['all', 'list', 'labels', 'field', 'silent'] as const;
/** Delay between typing and counting the audience. */
const TYPING_PAUSE_MS = 250;
const MAX = { messages: 100, days: 365 };

/** Fields that define an audience, with its current size. */
export function AudienceFields(props: {
  values: AudienceValues;
  onChange: (values: AudienceValues) => void;
  /** The audience being edited, which cannot exclude itself. */
  ownId?: string | undefined;
  /** Imports contacts from a file into a list. If omitted, a hint says where to import. */
  fromFile?: ReactNode;
}) {
  const { t } = useTranslation('campaigns');
  const { values } = props;
  const change = (part: Partial<AudienceValues>) => props.onChange({ ...values, ...part });
  const lists = useQuery(listsQuery);
  const labels = useQuery(labelsQuery);
  const audiences = useQuery(audiencesQuery());
  const campaigns = useQuery({ ...latestCampaigns(), enabled: values.kind === 'silent' });
  const definition = definitionOf(values);
  const fields = useQuery(apiQuery.contacts.fields.queryOptions());
  const [counted] = useDebouncedValue(definition, values.kind === 'field' ? TYPING_PAUSE_MS : 0);
  const count = useQuery(audienceCount(counted));
  /** Options by what can be selected, including selected items that have since been deleted. */
  const options = (
    found: { data: { _id: string; name: string }[]; total: number } | undefined,
    chosen: readonly (string | null)[],
  ) => {
    const isComplete = found !== undefined && found.data.length >= found.total;
    const known = choicesOf(found?.data);
    const deleted = chosen.filter((id) => id !== null).filter((id) => !known.some(({ value }) => value === id));
    return [...known, ...deleted.map((value) => ({ value, label: isComplete ? t('audience.gone') : '…' }))];
  };
  const contacts = count.data?.contacts;
  const excludes =
    values.withoutLabelIds.length > 0 ||
    values.withoutAudienceIds.length > 0 ||
    values.consentOnly ||
    values.atMost !== null;
  const [isExcluding, setExcluding] = useState(excludes);
  // Expand the exclusions of a saved audience that has any.
  useEffect(() => {
    if (excludes) setExcluding(true);
  }, [excludes]);
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('audience.from')}
        value={values.kind}
        onChange={(kind) => change({ kind: kind as AudienceValues['kind'] })}
      >
        <Stack gap={6} mt={6}>
          {KINDS.filter((kind) => kind !== 'field' || fields.data?.length !== 0).map((kind) => (
            <Radio key={kind} value={kind} label={t(`audience.${kind}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {props.fromFile}
      {values.kind === 'list' && (
        <Select
          label={t('audience.pickList')}
          searchable
          data={options(lists.data, [values.listId])}
          value={values.listId}
          onChange={(listId) => change({ listId })}
        />
      )}
      {values.kind === 'labels' && (
        <MultiSelect
          label={t('audience.pickLabels')}
          searchable
          data={options(labels.data, values.labelIds)}
          value={values.labelIds}
          onChange={(labelIds) => change({ labelIds })}
        />
      )}
      {values.kind === 'field' && (
        <Group grow align="flex-start">
          <Select
            label={t('audience.pickField')}
            searchable
            data={(fields.data ?? []).map(({ key, name }) => ({ value: key, label: name }))}
            value={values.field}
            onChange={(field) => change({ field })}
          />
          <TextInput
            label={t('audience.fieldSays')}
            maxLength={MAX_FIELD_LENGTH}
            dir="auto"
            value={values.value}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
        </Group>
      )}
      {values.kind === 'silent' && (
        <Select
          label={t('audience.pickCampaign')}
          searchable
          data={options(campaigns.data, [values.campaignId])}
          value={values.campaignId}
          onChange={(campaignId) => change({ campaignId })}
        />
      )}
      <details
        className={classes.exclude}
        open={isExcluding}
        onToggle={(event) => setExcluding(event.currentTarget.open)}
      >
        <summary>{t('audience.exclude')}</summary>
        <Stack gap="sm" mt="xs">
          <MultiSelect
            label={t('audience.withoutLabels')}
            searchable
            clearable
            data={options(labels.data, values.withoutLabelIds)}
            value={values.withoutLabelIds}
            onChange={(withoutLabelIds) => change({ withoutLabelIds })}
          />
          <MultiSelect
            label={t('audience.withoutAudiences')}
            maxValues={MAX_WITHOUT_AUDIENCES}
            searchable
            clearable
            data={options(audiences.data, values.withoutAudienceIds).filter(({ value }) => value !== props.ownId)}
            value={values.withoutAudienceIds}
            onChange={(withoutAudienceIds) => change({ withoutAudienceIds })}
          />
          <Checkbox
            label={t('audience.consentOnly')}
            checked={values.consentOnly}
            onChange={(event) => change({ consentOnly: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('audience.capped')}
            checked={values.atMost !== null}
            onChange={(event) => change({ atMost: event.currentTarget.checked ? { messages: 1, days: 7 } : null })}
          />
          {values.atMost && (
            <Group grow>
              {(['messages', 'days'] as const).map((part) => (
                <NumberInput
                  key={part}
                  label={t(part === 'messages' ? 'audience.atMost' : 'audience.days')}
                  min={1}
                  max={MAX[part]}
                  allowDecimal={false}
                  value={values.atMost?.[part] ?? 1}
                  onChange={(value) =>
                    values.atMost && change({ atMost: { ...values.atMost, [part]: Number(value) || 1 } })
                  }
                />
              ))}
            </Group>
          )}
        </Stack>
      </details>
      <Text size="sm" role="status" mih={22}>
        {definition === null
          ? t('audience.incomplete')
          : ((count.error && faultText(count.error)) ??
            (contacts === undefined
              ? ''
              : t('audience.count', { count: contacts, formatted: formatNumber(contacts) })))}
      </Text>
      <Hint size="xs">
        {t('audience.optedOutHint')}
        {!props.fromFile && (
          <>
            {' '}
            {t('audience.importHint')}{' '}
            <AnchorLink to="/contacts" underline="always">
              {t('audience.contacts')}
            </AnchorLink>
          </>
        )}
      </Hint>
    </Stack>
  );
}
