import { Stack } from '@mantine/core';
import type { KnowledgeDocument } from '@switchyard/contracts/knowledge/operations';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { documentsPage, useDocumentChanges } from '../api/knowledge.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import '../texts.ts';
import { AddDocuments } from './add-documents.tsx';
import { DocumentRow } from './document-row.tsx';
import { ListCard, PAGE_SIZES } from './list-card.tsx';
import { PassagesDrawer } from './passages-drawer.tsx';

/** Poll interval for documents being read while there is no live connection. */
const POLL_INTERVAL_MS = 3_000;
const isUnderWay = ({ state }: KnowledgeDocument) => state === 'waiting' || state === 'reading';

/** Files and web pages of one base with their reading progress, and ways to add more. */
export function DocumentsTab({ baseId, mayChange }: { baseId: string; mayChange: boolean }) {
  const { t } = useTranslation('knowledge');
  const { input, footer } = usePages(PAGE_SIZES);
  const documents = useQuery({
    ...documentsPage({ id: baseId, ...input }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? POLL_INTERVAL_MS : false),
  });
  const { remove } = useDocumentChanges();
  const [removing, setRemoving] = useState<KnowledgeDocument | null>(null);
  const [shown, setShown] = useState<KnowledgeDocument | null>(null);
  return (
    <Stack gap="md">
      {mayChange && <AddDocuments baseId={baseId} />}
      <ListCard
        label={t('tab.documents')}
        list={documents}
        footer={footer}
        empty={{ icon: IconFileText, title: t('documents.emptyTitle'), text: t('documents.emptyText') }}
        row={(document) => (
          <DocumentRow document={document} mayChange={mayChange} onOpen={setShown} onRemove={setRemoving} />
        )}
      />
      <PassagesDrawer document={shown} onClose={() => setShown(null)} />
      <RemoveDialog kind="documents" of={removing} remove={remove} onClose={() => setRemoving(null)} />
    </Stack>
  );
}
