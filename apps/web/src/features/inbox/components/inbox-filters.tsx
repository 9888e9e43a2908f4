import { ActionIcon, Button, NativeSelect, Popover, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { CONVERSATION_STATUSES, INBOX_ORDERS, INBOX_VIEWS, PRIORITIES } from '@switchyard/contracts/inbox/views';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { inboxCounts, savedViews, teams, useInboxChanges } from '../api/inbox.ts';
import type { InboxSearch } from '../inbox-search.ts';
import classes from './inbox.module.css';

interface FilterProps {
  search: InboxSearch;
  onSearch: (next: InboxSearch) => void;
}

const withCount = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} ${formatNumber(count)}`;

/** Filters of the conversation list, each with a count. */
export function InboxFilters({ search, onSearch }: FilterProps) {
  const { t } = useTranslation('inbox');
  const word = useStateWord('conversation');
  const counts = useQuery(inboxCounts());
  const known = useQuery(teams()).data?.data ?? [];
  const { view = 'all', status = 'open' } = search;
  const openOf = (id: string) => counts.data && (counts.data.teams.find(({ teamId }) => teamId === id)?.open ?? 0);
  return (
    <div className={classes.filters}>
      <FilterInput
        label={t('search')}
        value={search.search}
        isSearch
        isFullWidth
        onChange={(text) => onSearch({ ...search, search: text })}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('views')}
        value={view}
        onChange={(next) => onSearch({ ...search, view: INBOX_VIEWS.find((view) => view === next) })}
        data={INBOX_VIEWS.map((view) => ({
          value: view,
          label: withCount(t(`view.${view}`), counts.data?.[view][status]),
        }))}
      />
      <div className={classes.pair}>
        <NativeSelect
          size="xs"
          aria-label={t('status')}
          value={status}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ ...search, status: CONVERSATION_STATUSES.find((status) => status === value) })
          }
          data={CONVERSATION_STATUSES.map((status) => ({
            value: status,
            label: withCount(word(status), counts.data?.[view][status]),
          }))}
        />
        <NativeSelect
          size="xs"
          aria-label={t('priority')}
          value={search.priority ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ ...search, priority: PRIORITIES.find((priority) => priority === value) })
          }
          data={[
            { value: '', label: t('anyPriority') },
            ...PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) })),
          ]}
        />
        <SavedViews search={search} onSearch={onSearch} />
      </div>
      <NativeSelect
        size="xs"
        aria-label={t('order')}
        value={search.order ?? 'latest'}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ ...search, order: INBOX_ORDERS.find((order) => order === value && order !== 'latest') })
        }
        data={INBOX_ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
      />
      {known.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t('team')}
          value={search.teamId ?? ''}
          onChange={({ currentTarget: { value } }) => onSearch({ ...search, teamId: value || undefined })}
          data={[
            { value: '', label: t('allTeams') },
            ...known.map(({ _id: value, name }) => ({ value, label: withCount(name, openOf(value)) })),
          ]}
        />
      )}
    </div>
  );
}

/** A person's saved filters, each with its current number of conversations. */
function SavedViews({ search, onSearch }: FilterProps) {
  const { t } = useTranslation('inbox');
  const { supportMode } = useMe();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const known = useQuery({ ...savedViews(), enabled: isOpen }).data?.data ?? [];
  const { addView, removeView } = useInboxChanges();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { conversation: _, order: __, view = 'all', status = 'open', ...more } = search;
    addView.mutate({ name: name.trim(), filter: { view, status, ...more } }, { onSuccess: () => setName('') });
  };
  const use = (filter: InboxSearch) => {
    setOpen(false);
    onSearch({ ...filter, conversation: search.conversation });
  };
  const failure = addView.error ?? removeView.error;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} withArrow trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('saved.title')}
          title={t('saved.title')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBookmark size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('saved.title')}>
        <Stack gap="xs">
          {known.length === 0 && <Hint size="xs">{t('saved.none')}</Hint>}
          {known.map(({ _id, name: viewName, filter, count }) => (
            <div key={_id} className={classes.row}>
              <Button
                variant="subtle"
                size="xs"
                justify="space-between"
                flex={1}
                rightSection={formatNumber(count)}
                onClick={() => use(filter)}
              >
                <bdi>{viewName}</bdi>
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                flex="none"
                disabled={supportMode}
                aria-label={t('saved.remove', { name: viewName })}
                onClick={() => removeView.mutate({ id: _id })}
              >
                <IconX size={14} />
              </ActionIcon>
            </div>
          ))}
          {!supportMode && (
            <form onSubmit={submit}>
              <Stack gap="xs">
                <TextInput
                  size="xs"
                  label={t('saved.name')}
                  value={name}
                  maxLength={60}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
                {failure && <Notice tone="error">{failureText(failure)}</Notice>}
                <Button type="submit" size="xs" loading={addView.isPending} disabled={name.trim() === ''}>
                  {t('saved.save')}
                </Button>
              </Stack>
            </form>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
