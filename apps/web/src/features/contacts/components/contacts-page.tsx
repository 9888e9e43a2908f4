import { Badge, Button, Group, Select, Text } from '@mantine/core';
import type { Contact } from '@switchyard/contracts/contacts/operations';
import { IconAddressBook, IconTags, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, readSort, writeSort } from '../../../components/data-table/column.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { FilterInput } from '../../../components/list-page/filter-input.tsx';
import { ListActions } from '../../../components/list-page/list-actions.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { NothingListed } from '../../../components/list-page/nothing-listed.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { choicesOf, labelsQuery, listsQuery } from '../../../lib/api/choices.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { contactsPage } from '../api/contacts.ts';
import { useExportContacts } from '../export-contacts.ts';
import { ImportDialog } from '../import/import-dialog.tsx';
import {
  type ContactsSearch,
  DEFAULT_PAGE_SIZE,
  DEFAULT_SORT,
  filterOf,
  PAGE_SIZES,
  readContactsSearch,
} from '../list-search.ts';
import { PersonalDataDialog } from '../personal-data/personal-data-dialog.tsx';
import '../texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactTabs } from './contact-tabs.tsx';
import { OrganizeDialog } from './organize-dialog.tsx';
import { countOf, NONE_SELECTED, type SelectedContacts } from './selection.ts';

/** `/contacts`: the address book. The address holds what is shown. */
export function ContactsPage(props: { search: ContactsSearch; onSearch: (search: ContactsSearch) => void }) {
  const { t } = useTranslation('contacts');
  const { t: tOf } = useTranslation('personalData');
  const { workspace } = useMe();
  const { search } = props;
  const [open, setOpen] = useState<Contact | 'new' | null>(null);
  const [dialog, setDialog] = useState<'import' | 'organize' | 'personal' | null>(null);
  const [selected, setSelected] = useState<SelectedContacts>(NONE_SELECTED);
  const page = useQuery(contactsPage(search));
  const isNarrow = useIsNarrow();
  const columns = useColumns(isNarrow);
  const exporting = useExportContacts();

  const rows = page.data?.data ?? [];
  const total = page.data?.total ?? 0;
  const filter = filterOf(search);
  const isFiltered = Object.keys(filter).length > 0;
  const change = (part: Record<string, unknown>) =>
    props.onSearch(readContactsSearch({ ...search, page: undefined, ...part }));
  /** Selected contacts may not match another filter. */
  const changeFilter = (part: Record<string, unknown>) => {
    setSelected(NONE_SELECTED);
    change(part);
  };
  return (
    <>
      <ListPage
        title={t('title')}
        count={page.data?.total}
        actions={
          <ListActions
            exports={{
              label: t('export'),
              isRunning: exporting.isPending,
              isOff: page.data?.total === 0,
              onClick: () => exporting.mutate(filter),
            }}
            imports={{ label: t('import'), onClick: () => setDialog('import') }}
            adds={{ label: t('new'), onClick: () => setOpen('new') }}
          >
            <Button variant="default" leftSection={<IconTags size={16} />} onClick={() => setDialog('organize')}>
              {t('organize')}
            </Button>
            {workspace.role !== 'member' && (
              <Button
                variant="default"
                leftSection={<IconUserSearch size={16} />}
                onClick={() => setDialog('personal')}
              >
                {tOf('open')}
              </Button>
            )}
          </ListActions>
        }
        tabs={<ContactTabs current="contacts" />}
        filters={<Filters search={search} onChange={changeFilter} />}
        bulk={
          countOf(selected) > 0 ? (
            <BulkBar
              selected={selected}
              rows={rows}
              listId={search.listId}
              total={total}
              onChooseAll={() => setSelected({ kind: 'matching', matching: filter, expected: total })}
              onClear={() => setSelected(NONE_SELECTED)}
            />
          ) : undefined
        }
        table={
          <DataTable
            label={t('title')}
            name={isNarrow ? 'contacts-narrow' : 'contacts'}
            columns={columns}
            rows={rows}
            rowId={(row) => row._id}
            isLoading={page.isPending}
            sort={readSort(search.sort ?? DEFAULT_SORT)}
            onSort={(sort) => change({ sort: writeSort(sort) })}
            selection={{
              ids: selected.kind === 'ids' ? selected.ids : new Set(rows.map((row) => row._id)),
              onChange: (ids) => setSelected({ kind: 'ids', ids }),
            }}
            onOpen={setOpen}
            empty={
              <NothingListed
                of={page}
                icon={IconAddressBook}
                title={t('empty')}
                text={t(isFiltered ? 'emptyFiltered' : 'emptyHint')}
                clears={isFiltered ? { label: t('clearFilters'), onClick: () => props.onSearch({}) } : null}
                begins={{ label: t('import'), onClick: () => setDialog('import') }}
              />
            }
          />
        }
        footer={
          <Pages
            page={search.page ?? 0}
            size={search.size ?? DEFAULT_PAGE_SIZE}
            sizes={PAGE_SIZES}
            total={page.data?.total}
            isLoading={page.isPlaceholderData || page.isPending}
            onPage={(to) => change({ page: to })}
            onSize={(size) => change({ size })}
          />
        }
        panel={
          open
            ? {
                title: t(open === 'new' ? 'form.newTitle' : 'form.editTitle'),
                onClose: () => setOpen(null),
                children: (
                  <ContactForm
                    key={open === 'new' ? 'new' : open._id}
                    contact={open === 'new' ? null : open}
                    onDone={() => setOpen(null)}
                  />
                ),
              }
            : null
        }
      />
      <ImportDialog isOpen={dialog === 'import'} onClose={() => setDialog(null)} />
      <OrganizeDialog isOpen={dialog === 'organize'} onClose={() => setDialog(null)} />
      <PersonalDataDialog isOpen={dialog === 'personal'} onClose={() => setDialog(null)} />
    </>
  );
}

function Filters(props: { search: ContactsSearch; onChange: (part: Record<string, unknown>) => void }) {
  const { t } = useTranslation('contacts');
  const labels = useQuery(labelsQuery);
  const lists = useQuery(listsQuery);
  return (
    <>
      <FilterInput
        label={t('search')}
        value={props.search.search}
        isSearch
        onChange={(search) => props.onChange({ search })}
      />
      {(
        [
          ['labelId', labels, 'label', 'anyLabel'],
          ['listId', lists, 'list', 'anyList'],
        ] as const
      ).map(([name, query, label, placeholder]) => (
        <Select
          key={name}
          w={170}
          clearable
          searchable
          aria-label={t(label)}
          placeholder={t(placeholder)}
          value={props.search[name] ?? null}
          data={choicesOf(query.data?.data)}
          onChange={(id) => props.onChange({ [name]: id ?? undefined })}
        />
      ))}
    </>
  );
}

/** On a phone the number and labels are below the name; other columns are optional. */
function useColumns(isNarrow: boolean): DataColumn<Contact>[] {
  const { t } = useTranslation('contacts');
  return useMemo(() => {
    const columns: DataColumn<Contact>[] = [
      {
        id: 'name',
        name: t('column.name'),
        isFixed: true,
        isSortable: true,
        ...(!isNarrow && { width: 200 }),
        cell: (row) => (
          <>
            <Text span display="block" size="sm" fw={550} dir="auto" truncate>
              {row.name}
            </Text>
            {isNarrow && (
              <Group gap="xs">
                <Text span size="xs" c="dimmed">
                  <bdi>{row.mobile}</bdi>
                </Text>
                <Labels of={row} />
              </Group>
            )}
          </>
        ),
      },
      { id: 'mobile', name: t('column.mobile'), isSortable: true, cell: (row) => <bdi>{row.mobile}</bdi> },
      { id: 'labels', name: t('column.labels'), cell: (row) => <Labels of={row} /> },
      {
        id: 'consent',
        name: t('column.consent'),
        cell: (row) => row.consent && <RelativeTime at={row.consent.at} />,
      },
      { id: 'zone', name: t('column.zone'), isExtra: true, cell: (row) => row.zone ?? '' },
      {
        id: 'createdAt',
        name: t('column.createdAt'),
        isSortable: true,
        cell: (row) => <RelativeTime at={row.createdAt} />,
      },
      {
        id: 'updatedAt',
        name: t('column.updatedAt'),
        isExtra: true,
        isSortable: true,
        cell: (row) => <RelativeTime at={row.updatedAt} />,
      },
    ];
    return columns.map((column) => (isNarrow && !column.isFixed ? { ...column, isExtra: true } : column));
  }, [t, isNarrow]);
}

const Labels = ({ of }: { of: Contact }) => (
  <Group gap={4} wrap="nowrap">
    {of.labels.map((label) => (
      <Badge key={label._id} variant="light" tt="none">
        <bdi>{label.name}</bdi>
      </Badge>
    ))}
  </Group>
);
