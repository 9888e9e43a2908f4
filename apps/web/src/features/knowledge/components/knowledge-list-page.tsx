import { Button } from '@mantine/core';
import type { KnowledgeBase } from '@switchyard/contracts/knowledge/operations';
import { IconBook2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { NameFilter } from '../../../components/list-page/name-filter.tsx';
import { NothingMatches } from '../../../components/list-page/nothing-matches.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { basesPage } from '../api/knowledge.ts';
import type { KnowledgeSearch } from '../knowledge-search.ts';
import '../texts.ts';
import { baseColumns } from './base-columns.tsx';
import { NameDialog } from './name-dialog.tsx';

const SIZES = [50, 100, 200];

/** `/knowledge-base`: every knowledge base of the workspace. */
export function KnowledgeListPage(props: { search: KnowledgeSearch; onSearch: (search: KnowledgeSearch) => void }) {
  const { t } = useTranslation('knowledge');
  const { supportMode } = useMe();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const { page = 0, search } = props.search;
  const filters = search ? { search } : {};
  const [size, setSize] = useState(SIZES[0] ?? 50);
  const [isMaking, setMaking] = useState(false);
  const bases = useQuery(basesPage(search, page, size));
  const columns = useMemo(() => baseColumns(t, isNarrow), [t, isNarrow]);
  const open = ({ _id }: Pick<KnowledgeBase, '_id'>) =>
    void navigate({ to: '/knowledge-base/$id', params: { id: _id } });
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={supportMode} onClick={() => setMaking(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <QueryListPage
        title={t('title')}
        lead={t('lead')}
        found={bases}
        actions={create}
        filters={<NameFilter value={search} onChange={(query) => props.onSearch(query ? { search: query } : {})} />}
        name={isNarrow ? 'knowledge-narrow' : 'knowledge'}
        columns={columns}
        onOpen={open}
        empty={
          search ? (
            <NothingMatches onClear={() => props.onSearch({})} />
          ) : (
            <EmptyState icon={IconBook2} title={t('empty.title')} text={t('empty.text')} action={create} />
          )
        }
        pages={{
          page,
          size,
          sizes: SIZES,
          onPage: (to) => props.onSearch({ ...filters, page: to }),
          onSize: (next) => {
            setSize(next);
            props.onSearch(filters);
          },
        }}
      />
      {isMaking && <NameDialog base={null} onDone={open} onClose={() => setMaking(false)} />}
    </>
  );
}
