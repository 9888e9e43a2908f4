import type { PersonFilter } from '@switchyard/contracts/installation/filters';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/data-table/column.ts';
import type { FoundPage } from '../../components/data-table/query-table.tsx';
import { useIsNarrow } from '../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ChoiceFilter } from '../../components/list-page/choice-filter.tsx';
import { FilterInput } from '../../components/list-page/filter-input.tsx';
import { QueryListPage } from '../../components/list-page/query-list-page.tsx';
import { type InstallationSearch, PAGE_SIZE, type TabProps } from './installation-search.ts';
import './texts.ts';

/** One page of a list of this installation, with its search and filters in the address. */
export function InstallationList<Row extends { _id: string }>({
  search,
  onSearch,
  ...props
}: TabProps & {
  tabs: ReactNode;
  name: string;
  found: FoundPage<Row>;
  columns: DataColumn<Row>[];
  /** Omitted: no filters. */
  filters?: readonly PersonFilter[];
  findLabel?: string;
  lead?: ReactNode;
  /** Beside the search, for a list with filters of its own. */
  moreFilters?: ReactNode;
  actions?: ReactNode;
  empty: { icon: TablerIcon; title: string };
}) {
  const { t } = useTranslation('installation');
  const isNarrow = useIsNarrow();
  const { page = 0, find, filter, show, tab } = search;
  const change = (next: { find?: string | undefined; filter?: PersonFilter | undefined; page?: number }) => {
    const all = { tab, find, filter, show, ...next };
    onSearch(Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as InstallationSearch);
  };
  const choices = (props.filters ?? []).filter((choice) => choice !== 'all');
  return (
    <QueryListPage
      title={t('title')}
      actions={props.actions}
      notices={
        <>
          {props.tabs}
          {props.lead}
        </>
      }
      filters={
        <>
          <FilterInput
            label={props.findLabel ?? t('find')}
            value={find}
            isSearch
            onChange={(next) => change({ find: next })}
          />
          {choices.length > 0 && (
            <ChoiceFilter
              label={t('filter.label')}
              any={t('filter.any')}
              value={choices.find((choice) => choice === filter)}
              choices={choices.map((value) => ({ value, label: t(`filter.${value}`) }))}
              onChange={(next) => change({ filter: next })}
            />
          )}
          {props.moreFilters}
        </>
      }
      label={t(`tabs.${tab ?? 'people'}`)}
      name={isNarrow ? `${props.name}-narrow` : props.name}
      columns={isNarrow ? withActionsSecond(props.columns) : props.columns}
      found={props.found}
      empty={<EmptyState {...props.empty} />}
      pages={{ page, size: PAGE_SIZE, onPage: (next) => change({ page: next }) }}
    />
  );
}

/** Makes the actions visible without scrolling on a phone. */
function withActionsSecond<Row>(columns: DataColumn<Row>[]): DataColumn<Row>[] {
  const place = ({ id }: DataColumn<Row>, at: number) => (id === 'actions' ? 0.5 : at);
  return columns
    .map((column, at) => ({ column, at: place(column, at) }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column);
}
