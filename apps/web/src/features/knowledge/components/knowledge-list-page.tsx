import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { KnowledgeBase } from '@switchyard/contracts/knowledge';
import { IconBook2, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Pages } from '../../../components/list-page/pages.tsx';
import { QueryListPage } from '../../../components/list-page/query-list-page.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { basesPage, useLiveKnowledge } from '../api/knowledge.ts';
import '../texts.ts';
import { baseColumns } from './base-columns.tsx';
import { NameDialog } from './name-dialog.tsx';

const SIZES = [50, 100, 200];
const TYPING_MS = 250;

/** `/knowledge-base`: every knowledge base of the workspace. */
export function KnowledgeListPage() {
  const { t } = useTranslation('knowledge');
  const { supportMode } = useMe();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), TYPING_MS);
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(SIZES[0] ?? 50);
  const [isMaking, setMaking] = useState(false);
  const bases = useQuery(basesPage(asked, page, size));
  useLiveKnowledge();
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
        filters={
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            maxLength={200}
            w={{ base: '100%', xs: 280 }}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(0);
            }}
          />
        }
        name={isNarrow ? 'knowledge-narrow' : 'knowledge'}
        columns={columns}
        onOpen={open}
        empty={
          asked === '' ? (
            <EmptyState icon={IconBook2} title={t('empty.title')} text={t('empty.text')} action={create} />
          ) : (
            <EmptyState icon={IconSearch} title={t('empty.none')} text={t('empty.noneText')} />
          )
        }
        footer={
          <Pages
            page={page}
            size={size}
            total={bases.data?.total ?? 0}
            sizes={SIZES}
            isLoading={bases.isPlaceholderData}
            onPage={setPage}
            onSize={(next) => {
              setSize(next);
              setPage(0);
            }}
          />
        }
      />
      {isMaking && <NameDialog base={null} onDone={open} onClose={() => setMaking(false)} />}
    </>
  );
}
