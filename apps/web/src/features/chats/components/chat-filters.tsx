import { Checkbox, Group } from '@mantine/core';
import { CHAT_KINDS, CHATS_WAITING } from '@switchyard/contracts/chats/filters';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../components/list-page/choice-filter.tsx';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { FilterPill } from '../../../components/list-page/filter-pill.tsx';
import { browserZone, formatExact } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import type { ChatsSearch } from '../chats-search.ts';
import '../texts.ts';
import classes from './chats.module.css';

/**
 * Filters of the chat list: search, kind, and who is waiting for a reply. Filters that only a link can set are shown as
 * chips.
 */
export function ChatFilters(props: { search: ChatsSearch; onSearch: (search: ChatsSearch) => void }) {
  const { t } = useTranslation('chats');
  const { workspace } = useMe();
  const { search } = props;
  const change = (changed: ChatsSearch) => props.onSearch({ ...search, page: 0, ...changed });
  const when = (at: string) => formatExact(new Date(at), workspace.zone, browserZone() !== workspace.zone);
  const linked = {
    cameIn: search.cameIn && t('filter.cameIn'),
    since: search.since && t('filter.since', { when: when(search.since) }),
    until: search.until && t('filter.until', { when: when(search.until) }),
  };
  return (
    <Group gap="sm" className={classes.filters ?? ''}>
      <FilterInput
        label={t('filter.search')}
        value={search.search}
        isSearch
        onChange={(text) => change({ search: text })}
      />
      <ChoiceFilter
        label={t('filter.kind')}
        any={t('filter.anyKind')}
        widthPx={190}
        value={search.kind}
        choices={CHAT_KINDS.map((kind) => ({ value: kind, label: t(`filter.${kind}`) }))}
        onChange={(kind) => change({ kind })}
      />
      <ChoiceFilter
        label={t('filter.waiting')}
        any={t('filter.anyWaiting')}
        widthPx={220}
        value={search.waiting}
        choices={CHATS_WAITING.map((waiting) => ({ value: waiting, label: t(`filter.${waiting}`) }))}
        onChange={(waiting) => change({ waiting })}
      />
      <Checkbox
        label={t('filter.unread')}
        checked={search.unread ?? false}
        onChange={(event) => change({ unread: event.currentTarget.checked || undefined })}
      />
      {(['cameIn', 'since', 'until'] as const).map((name) => {
        const label = linked[name];
        return (
          label && (
            <FilterPill key={name} name={label} onRemove={() => change({ [name]: undefined })}>
              {label}
            </FilterPill>
          )
        );
      })}
    </Group>
  );
}
