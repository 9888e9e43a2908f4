import { Button, CloseButton, Pill, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MESSAGE_STATUSES } from '@switchyard/contracts/message-status';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { type MessagesSearch, TEXT_FILTERS } from '../list-search.ts';
import '../texts.ts';

type Filters = Pick<MessagesSearch, 'search' | 'status' | 'importId' | (typeof TEXT_FILTERS)[number]>;
const TYPING_PAUSE_MS = 250;

/** Search over everything, status, and a contains filter for each column; what is filtered stands as chips. */
export function MessageFilters(props: {
  filters: Filters;
  onChange: (change: { [Name in keyof Filters]: string | undefined }) => void;
}) {
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  const active = TEXT_FILTERS.filter((name) => props.filters[name]);
  return (
    <>
      <FilterInput
        label={t('search')}
        value={props.filters.search}
        icon
        onChange={(search) => props.onChange({ search })}
      />
      <Select
        size="sm"
        w={170}
        clearable
        aria-label={t('status')}
        placeholder={t('anyStatus')}
        value={props.filters.status ?? null}
        data={MESSAGE_STATUSES.map((status) => ({ value: status, label: word(status) }))}
        onChange={(status) => props.onChange({ status: status ?? undefined })}
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
      {props.filters.importId && (
        <FilterPill name={t('oneImport')} onRemove={() => props.onChange({ importId: undefined })}>
          {t('oneImport')}
        </FilterPill>
      )}
    </>
  );
}

/** What is filtered by, and the way to stop it. */
export function FilterPill(props: { name: string; onRemove: () => void; children: ReactNode }) {
  const { t } = useTranslation('messages');
  return (
    <Pill
      withRemoveButton
      size="md"
      // The library hides this button from keyboards and screen readers, as its pills are usually part of an input.
      removeButtonProps={{
        'aria-label': t('removeFilter', { column: props.name }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onRemove={props.onRemove}
    >
      {props.children}
    </Pill>
  );
}

/** Tells what was typed after a short pause; keeps what is typed meanwhile. */
export function FilterInput(props: {
  label: string;
  value: string | undefined;
  icon?: boolean;
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation('messages');
  const [typed, setTyped] = useState(props.value ?? '');
  useEffect(() => setTyped(props.value ?? ''), [props.value]);
  const tell = useDebouncedCallback((value: string) => props.onChange(value.trim() || undefined), TYPING_PAUSE_MS);
  return (
    <TextInput
      size="sm"
      w={props.icon ? 240 : 260}
      maxLength={200}
      data-filter={props.icon}
      aria-label={props.label}
      placeholder={props.label}
      value={typed}
      leftSection={props.icon ? <IconSearch size={16} /> : undefined}
      rightSection={
        typed === '' ? undefined : (
          <CloseButton
            size="sm"
            onClick={() => {
              setTyped('');
              tell.cancel();
              props.onChange(undefined);
            }}
            aria-label={t('clear', { what: props.label })}
          />
        )
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
