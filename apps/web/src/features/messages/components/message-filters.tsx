import { Button, Popover, Stack } from '@mantine/core';
import { MESSAGE_STATUSES } from '@switchyard/contracts/messages/status';
import { IconFilter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../components/list-page/choice-filter.tsx';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { FilterPill } from '../../../components/list-page/filter-pill.tsx';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { browserZone, formatExact } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { LINKED_FILTERS, type LinkedFilter, type MessagesSearch, TEXT_FILTERS } from '../list-search.ts';
import '../texts.ts';

type Filters = Pick<MessagesSearch, 'search' | 'status' | LinkedFilter | (typeof TEXT_FILTERS)[number]>;

/** Full-text search, status, and a contains filter per column. Active column filters are shown as chips. */
export function MessageFilters(props: {
  filters: Filters;
  onChange: (change: { [Name in keyof Filters]: string | undefined }) => void;
}) {
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  const active = TEXT_FILTERS.filter((name) => props.filters[name]);
  const statuses = props.filters.status?.split(',') ?? [];
  return (
    <>
      <FilterInput
        label={t('search')}
        value={props.filters.search}
        isSearch
        onChange={(search) => props.onChange({ search })}
      />
      <ChoiceFilter
        label={t('status')}
        any={t('anyStatus')}
        value={statuses.length === 1 ? MESSAGE_STATUSES.find((status) => status === statuses[0]) : undefined}
        choices={MESSAGE_STATUSES.map((status) => ({ value: status, label: word(status) }))}
        onChange={(status) => props.onChange({ status })}
      />
      <Popover position="bottom-start" trapFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconFilter size={16} />}>
            {t('filters')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs">
            {TEXT_FILTERS.map((name) => (
              <FilterInput
                key={name}
                label={t('filterBy', { column: t(`column.${name}`) })}
                value={props.filters[name]}
                onChange={(value) => props.onChange({ [name]: value })}
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {active.map((name) => (
        <FilterPill key={name} name={t(`column.${name}`)} onRemove={() => props.onChange({ [name]: undefined })}>
          {t(`column.${name}`)} {t('contains')} “{props.filters[name]}”
        </FilterPill>
      ))}
      {statuses.length > 1 && (
        <FilterPill name={t('status')} onRemove={() => props.onChange({ status: undefined })}>
          {statuses.map(word).join(', ')}
        </FilterPill>
      )}
      <LinkedPills filters={props.filters} onRemove={(name) => props.onChange({ [name]: undefined })} />
    </>
  );
}

/** Chips for filters that only a link can set. */
function LinkedPills({ filters, onRemove }: { filters: Filters; onRemove: (name: LinkedFilter) => void }) {
  const { t } = useTranslation('messages');
  const { workspace } = useMe();
  const formatMoment = (at: string) => formatExact(new Date(at), workspace.zone, browserZone() !== workspace.zone);
  const formatRecipients = (list: string) => {
    const all = list.split(',');
    return all.length > MAX_NAMED ? t('linked.several', { count: all.length }) : all.join(', ');
  };
  const labels: { [Name in LinkedFilter]: (value: string) => string } = {
    dueFrom: (at) => t('linked.dueFrom', { when: formatMoment(at) }),
    dueTo: (at) => t('linked.dueTo', { when: formatMoment(at) }),
    recipients: (list) => t('linked.recipients', { who: formatRecipients(list) }),
    exceptRecipients: (list) => t('linked.exceptRecipients', { who: formatRecipients(list) }),
    exceptMessage: (text) => t('linked.exceptMessage', { text }),
    receipt: (receipt) => t(receipt === 'read' ? 'linked.read' : 'linked.delivered'),
    importId: () => t('oneImport'),
  };
  return LINKED_FILTERS.map((name) => {
    const value = filters[name];
    return (
      value && (
        <FilterPill key={name} name={labels[name](value)} onRemove={() => onRemove(name)}>
          {labels[name](value)}
        </FilterPill>
      )
    );
  });
}

/** Recipients beyond these are shown as a count. */
const MAX_NAMED = 2;
