import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { NameFilter } from '../../../components/list-page/name-filter.tsx';
import '../texts.ts';
import type { OwnBotsSearch } from './bots-search.ts';

/** Searches bots, and filters by deployment. `label`: what is searched, if more than names. */
export function BotFilters(props: {
  label?: string;
  search: OwnBotsSearch;
  onSearch: (search: OwnBotsSearch) => void;
}) {
  const { t } = useTranslation(['bots', 'state']);
  const { search, status } = props.search;
  const find = (query: string | undefined) =>
    props.onSearch({ ...(query && { search: query }), ...(status && { status }) });
  return (
    <>
      {props.label ? (
        <FilterInput label={props.label} value={search} isSearch onChange={find} />
      ) : (
        <NameFilter value={search} onChange={find} />
      )}
      <SegmentedControl
        aria-label={t('list.columns.status')}
        size="xs"
        value={status ?? 'all'}
        data={(['all', 'deployed', 'draft'] as const).map((value) => ({
          value,
          label: value === 'all' ? t('list.all') : t(value === 'deployed' ? 'state:bot.Deployed' : 'state:bot.Draft'),
        }))}
        onChange={(next) =>
          props.onSearch({
            ...(search && { search }),
            ...((next === 'deployed' || next === 'draft') && { status: next }),
          })
        }
      />
    </>
  );
}
