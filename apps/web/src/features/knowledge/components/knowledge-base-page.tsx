import { ActionIcon, Badge, Menu, Skeleton, Tabs } from '@mantine/core';
import { IconArrowLeft, IconBookOff, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { knowledgeBase, meaningOfBase } from '../api/knowledge.ts';
import { BASE_TABS, type BaseTab } from '../base-tabs.ts';
import '../texts.ts';
import { DocumentsTab } from './documents-tab.tsx';
import { EntriesTab } from './entries-tab.tsx';
import type { EntryDraft } from './entry-dialog.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import classes from './knowledge.module.css';
import { NameDialog } from './name-dialog.tsx';
import { QuestionsTab } from './questions-tab.tsx';
import { RemoveBaseDialog } from './remove-base-dialog.tsx';
import { TestQuestion } from './test-question.tsx';

const isAbsent = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422);

/** `/knowledge-base/:id`: contents of a knowledge base, what a bot would find in it, and unanswered questions. */
export function KnowledgeBasePage(props: { baseId: string; tab: BaseTab; onTab: (tab: BaseTab) => void }) {
  const { t } = useTranslation('knowledge');
  const { supportMode } = useMe();
  const base = useQuery(knowledgeBase(props.baseId));
  // Part of the page shows it, and must not move what is below when it arrives.
  const meaning = useQuery(meaningOfBase(props.baseId));
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove' | null>(null);
  const [writing, setWriting] = useState<EntryDraft | null>(null);

  if (isAbsent(base.error)) {
    return (
      <EmptyState
        icon={IconBookOff}
        title={t('absent')}
        text={t('absentText')}
        action={<ButtonLink to="/knowledge-base">{t('back')}</ButtonLink>}
      />
    );
  }
  if (base.isError) return <ErrorState error={base.error} onRetry={() => void base.refetch()} />;
  if (base.isPending || meaning.isPending) {
    return (
      <PageFrame widthPx={1120} role="status" aria-label={t('loading')}>
        <Skeleton height={20} width={160} />
        <Skeleton height={36} width={240} />
        <Skeleton height={148} radius="md" />
        <Skeleton height={360} radius="md" />
      </PageFrame>
    );
  }
  const { name } = base.data;
  const counts: Record<BaseTab, number> = {
    documents: base.data.documents,
    entries: base.data.entries,
    questions: base.data.openQuestions,
  };
  const answer = (question: string, questionId?: string) =>
    setWriting({ kind: 'answer', title: question, text: '', ...(questionId === undefined ? {} : { questionId }) });
  return (
    <PageFrame widthPx={1120}>
      <AnchorLink to="/knowledge-base" size="sm" className={classes.back}>
        <IconArrowLeft size={16} className="flip-rtl" aria-hidden />
        {t('back')}
      </AnchorLink>
      <PageHeader
        title={name}
        actions={
          !supportMode && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" size={36} aria-label={t('actions', { name })}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpenDialog('rename')}>
                  {t('rename')}
                </Menu.Item>
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpenDialog('remove')}>
                  {t('remove.act')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )
        }
      />
      <TestQuestion baseId={props.baseId} {...(supportMode ? {} : { onAnswer: (question) => answer(question) })} />
      <Tabs value={props.tab} onChange={(tab) => props.onTab((tab ?? 'documents') as BaseTab)} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {BASE_TABS.map((tab) => (
            <Tabs.Tab
              key={tab}
              value={tab}
              rightSection={
                <Badge size="sm" variant="light" color={tab === 'questions' && counts[tab] > 0 ? 'yellow' : 'gray'}>
                  {formatNumber(counts[tab])}
                </Badge>
              }
            >
              {t(`tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="documents" pt="md">
          <DocumentsTab baseId={props.baseId} mayChange={!supportMode} />
        </Tabs.Panel>
        <Tabs.Panel value="entries" pt="md">
          <EntriesTab baseId={props.baseId} mayChange={!supportMode} onWrite={setWriting} />
        </Tabs.Panel>
        <Tabs.Panel value="questions" pt="md">
          <QuestionsTab baseId={props.baseId} mayChange={!supportMode} onAnswer={answer} />
        </Tabs.Panel>
      </Tabs>
      {openDialog === 'rename' && (
        <NameDialog base={base.data} onDone={() => undefined} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'remove' && <RemoveBaseDialog base={base.data} onClose={() => setOpenDialog(null)} />}
      {writing && <EntryDialog baseId={props.baseId} draft={writing} onClose={() => setWriting(null)} />}
    </PageFrame>
  );
}
