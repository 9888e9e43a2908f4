import { Autocomplete, Button, Popover, Select, Stack } from '@mantine/core';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { MESSAGE_STATUSES } from '@switchyard/contracts/messages/status';
import { IconFilter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { FilterPill } from '../../../components/list-page/filter-pill.tsx';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { choicesOf, enginesQuery, labelsQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { isolate } from '../../../lib/i18n/i18n.ts';
import '../texts.ts';
import classes from './calendar.module.css';
import type { CalendarFilters as Filters } from './calendar-search.ts';

const TYPING_PAUSE_MS = 250;
const SUGGESTIONS = 20;
/** Filters behind the button; only two fit beside it. */
const HIDDEN_FILTERS = ['engineId', 'contactMobile', 'campaignId', 'labelId'] as const;
type HiddenFilter = (typeof HIDDEN_FILTERS)[number];
type Change = (change: { [Name in keyof Filters]: string | undefined }) => void;

/**
 * Calendar filters: text search and status are always visible, the rest are behind a button. Active filters from there
 * are shown as chips.
 */
export function CalendarFilters({ filters, onChange }: { filters: Filters; onChange: Change }) {
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  const names = useFilterNames(filters);
  return (
    <>
      <FilterInput label={t('search')} value={filters.search} isSearch onChange={(search) => onChange({ search })} />
      <Select
        className={classes.filter}
        clearable
        aria-label={t('status')}
        placeholder={t('anyStatus')}
        value={filters.status ?? null}
        data={MESSAGE_STATUSES.map((status) => ({ value: status, label: word(status) }))}
        onChange={(status) => onChange({ status: status ?? undefined })}
      />
      <Popover position="bottom-start" trapFocus withinPortal>
        <Popover.Target>
          <Button variant="default" leftSection={<IconFilter size={16} />}>
            {t('filters')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <HiddenFilters filters={filters} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
      {HIDDEN_FILTERS.filter((name) => filters[name]).map((name) => (
        <FilterPill key={name} name={t(`calendar.by.${name}`)} onRemove={() => onChange({ [name]: undefined })}>
          {t(`calendar.by.${name}`)}: <bdi>{names[name] ?? filters[name]}</bdi>
        </FilterPill>
      ))}
    </>
  );
}

function HiddenFilters({ filters, onChange }: { filters: Filters; onChange: Change }) {
  const { t } = useTranslation('messages');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const engines = useQuery(enginesQuery).data?.data ?? [];
  const labels = useQuery(labelsQuery).data?.data ?? [];
  const campaigns = useQuery(apiQuery.campaigns.list.queryOptions({ input: { limit: SUGGESTIONS } })).data?.data ?? [];
  const contacts = useQuery(
    apiQuery.contacts.list.queryOptions({
      input: { limit: SUGGESTIONS, search: search.slice(0, 200) },
      placeholderData: keepPreviousData,
    }),
  );
  const changeCampaign = useDebouncedCallback(
    (text: string) => onChange({ campaignId: text.trim() || undefined }),
    TYPING_PAUSE_MS,
  );
  const shared = (name: HiddenFilter) => ({
    label: t(`calendar.by.${name}`),
    clearable: true,
    searchable: true,
    nothingFoundMessage: t('calendar.nothingFound'),
    comboboxProps: { withinPortal: false },
    value: filters[name] ?? null,
    onChange: (value: string | null) => onChange({ [name]: value ?? undefined }),
  });
  return (
    <Stack gap="xs" w={260}>
      <Select {...shared('engineId')} data={choicesOf(engines)} />
      <Select
        {...shared('contactMobile')}
        data={(contacts.data?.data ?? []).map(({ mobile, name }) => ({
          value: mobile,
          label: `${name} · ${isolate(mobile)}`,
        }))}
        filter={({ options }) => options}
        onSearchChange={setTyped}
      />
      <Autocomplete
        label={t('calendar.by.campaignId')}
        clearable
        maxLength={128}
        comboboxProps={{ withinPortal: false }}
        defaultValue={filters.campaignId ?? ''}
        data={[...new Set(campaigns.map(({ name }) => name))]}
        onChange={changeCampaign}
      />
      <Select {...shared('labelId')} data={choicesOf(labels)} />
    </Stack>
  );
}

/** Display names of the active filters. */
function useFilterNames({ engineId, labelId, contactMobile }: Filters): Partial<Record<HiddenFilter, string>> {
  const engines = useQuery({ ...enginesQuery, enabled: engineId !== undefined });
  const labels = useQuery({ ...labelsQuery, enabled: labelId !== undefined });
  const contacts = useQuery({
    ...apiQuery.contacts.list.queryOptions({ input: { limit: 1, search: contactMobile ?? '' } }),
    enabled: contactMobile !== undefined,
  });
  const names = {
    engineId: engines.data?.data.find(({ _id }) => _id === engineId)?.name,
    labelId: labels.data?.data.find(({ _id }) => _id === labelId)?.name,
    contactMobile: contacts.data?.data[0]?.name,
  };
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
}
