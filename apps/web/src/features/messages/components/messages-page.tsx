import { Box } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSort, writeSort } from '../../../components/data-table/column.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { Hint } from '../../../components/hint.tsx';
import { ListActions } from '../../../components/list-page/list-actions.tsx';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { NothingListed } from '../../../components/list-page/nothing-listed.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import type { ComposeTarget } from '../../../lib/dialogs/compose-target.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useCountAll } from '../api/count-all.ts';
import { messagesPage } from '../api/messages.ts';
import { ComposeDialog } from '../compose/compose-dialog.tsx';
import { ExportNotice } from '../export/export-notice.tsx';
import { useExport } from '../export/use-export.ts';
import { TemplateButton } from '../import/choose-step.tsx';
import { ImportDialog } from '../import/import-dialog.tsx';
import { RecentImports } from '../import/recent-imports.tsx';
import {
  DEFAULT_PAGE_SIZE,
  DEFAULT_SORT,
  filtersOf,
  listInput,
  type MessagesSearch,
  PAGE_SIZES,
} from '../list-search.ts';
import { useLiveMessages } from '../live/use-live-messages.ts';
import { SeriesButton } from '../recurrence/series-button.tsx';
import '../texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { type BulkOutcome, BulkOutcomeNotice } from './bulk-outcome.tsx';
import { useMessageColumns } from './message-columns.tsx';
import { MessageFilters } from './message-filters.tsx';
import { MessagePanel } from './message-panel.tsx';
import { OverdueQuestions } from './overdue-questions.tsx';
import { allMatching, countOf, NONE_SELECTED, type SelectedMessages } from './selection.ts';

/** `/import-messages`: the table of scheduled messages, import and export. The address holds what is shown. */
export function MessagesPage(props: { search: MessagesSearch; onSearch: (search: MessagesSearch) => void }) {
  const { t } = useTranslation('messages');
  const { workspace } = useMe();
  const { search } = props;
  const [isImporting, setIsImporting] = useState(false);
  const [composeTarget, setComposeTarget] = useState<ComposeTarget | null>(null);
  const [selected, setSelected] = useState<SelectedMessages>(NONE_SELECTED);
  const [outcome, setOutcome] = useState<(BulkOutcome & { at: number }) | null>(null);
  const page = useQuery(messagesPage(listInput(search)));
  const countAll = useCountAll();
  const isNarrow = useIsNarrow();
  const columns = useMessageColumns(isNarrow);
  const exporting = useExport(workspace.zone);
  useLiveMessages();

  const filters = filtersOf(search);
  const isFiltered = Object.keys(filters).length > 0;
  const total = page.data?.total ?? 0;
  const rows = page.data?.data ?? [];
  /** A change of filters or sort returns to the first page. */
  const change = (part: Partial<Record<keyof MessagesSearch, unknown>>) =>
    props.onSearch({ ...search, page: undefined, ...part } as MessagesSearch);
  /** Changed filters also clear the selection: selected messages may no longer match. */
  const filter = (part: Partial<Record<keyof MessagesSearch, unknown>>) => {
    setSelected(NONE_SELECTED);
    change(part);
  };

  return (
    <>
      <ListPage
        title={t('pageTitle')}
        count={page.data?.total}
        countIsExact={page.data?.totalIsExact}
        actions={
          <ListActions
            exports={{
              label: t('export'),
              isRunning: false,
              isOff: exporting.state.step === 'running',
              onClick: () => void exporting.start(filters),
            }}
            imports={{ label: t('import'), onClick: () => setIsImporting(true) }}
            adds={{ label: t('new'), onClick: () => setComposeTarget({}) }}
          >
            <Box visibleFrom="sm">
              <TemplateButton />
            </Box>
            <SeriesButton />
            <RecentImports onShow={(importId) => filter({ importId })} />
          </ListActions>
        }
        notices={
          <>
            <OverdueQuestions />
            {outcome && <BulkOutcomeNotice key={outcome.at} outcome={outcome} onClose={() => setOutcome(null)} />}
            <ExportNotice state={exporting.state} onStop={exporting.stop} />
          </>
        }
        filters={<MessageFilters filters={filters} onChange={filter} />}
        bulk={
          countOf(selected) > 0 ? (
            <BulkBar
              selected={selected}
              total={total}
              totalIsExact={page.data?.totalIsExact ?? true}
              isCounting={countAll.isPending}
              onChooseAll={() => countAll.mutate(search, { onSuccess: (all) => setSelected(allMatching(search, all)) })}
              onClear={() => setSelected(NONE_SELECTED)}
              onDone={(done) => {
                setSelected(NONE_SELECTED);
                setOutcome({ ...done, at: performance.now() });
              }}
            />
          ) : undefined
        }
        table={
          <DataTable
            label={t('title')}
            // Columns hidden on a phone must not stay hidden on a wide screen.
            key={isNarrow ? 'narrow' : 'wide'}
            name={isNarrow ? 'messages-narrow' : 'messages'}
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
            onOpen={(row) => change({ page: search.page, open: row._id })}
            empty={
              <NothingListed
                of={page}
                icon={IconMessage}
                title={t('empty')}
                text={t(isFiltered ? 'emptyFiltered' : 'emptyHint')}
                clears={isFiltered ? { label: t('clearFilters'), onClick: () => props.onSearch({}) } : null}
                begins={{ label: t('import'), onClick: () => setIsImporting(true) }}
              />
            }
          />
        }
        footer={
          page.isPending ? (
            <Hint role="status">{t('loading')}</Hint>
          ) : (
            <Pages
              page={search.page ?? 0}
              size={search.size ?? DEFAULT_PAGE_SIZE}
              sizes={PAGE_SIZES}
              total={page.data?.total}
              totalIsExact={page.data?.totalIsExact ?? true}
              rows={rows.length}
              isLoading={page.isPlaceholderData}
              onPage={(to) => change({ page: to })}
              onSize={(size) => change({ size })}
            />
          )
        }
        panel={
          search.open
            ? {
                title: t('column.message'),
                // The dialog above handles Escape.
                onClose: () => composeTarget === null && change({ page: search.page, open: undefined }),
                children: (
                  <MessagePanel
                    id={search.open}
                    onCompose={setComposeTarget}
                    onOpen={(open) => change({ page: search.page, open })}
                    onGone={() => change({ page: search.page, open: undefined })}
                  />
                ),
              }
            : null
        }
      />
      <ImportDialog isOpen={isImporting} onClose={() => setIsImporting(false)} />
      <ComposeDialog target={composeTarget} onClose={() => setComposeTarget(null)} />
    </>
  );
}
