import { Button, Group, Stack, Text } from '@mantine/core';
import type { KnowledgeEntry } from '@switchyard/contracts/knowledge/operations';
import { IconMessageQuestion, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { entriesPage, useEntryChanges } from '../api/knowledge.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import '../texts.ts';
import type { EntryDraft } from './entry-dialog.tsx';
import classes from './knowledge.module.css';
import { ListCard, PAGE_SIZES } from './list-card.tsx';

/** Texts, and questions with their answers, that people wrote for one base. */
export function EntriesTab(props: { baseId: string; mayChange: boolean; onWrite: (draft: EntryDraft) => void }) {
  const { t } = useTranslation('knowledge');
  const { input, footer } = usePages(PAGE_SIZES);
  const entries = useQuery(entriesPage({ id: props.baseId, ...input }));
  const { remove } = useEntryChanges();
  const [removing, setRemoving] = useState<KnowledgeEntry | null>(null);
  const add = (kind: KnowledgeEntry['kind']) => props.onWrite({ kind, title: '', text: '' });
  return (
    <Stack gap="md">
      {props.mayChange && (
        <Group gap="xs">
          <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add('answer')}>
            {t('entries.addAnswer')}
          </Button>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add('text')}>
            {t('entries.addText')}
          </Button>
        </Group>
      )}
      <ListCard
        label={t('tab.entries')}
        list={entries}
        footer={footer}
        empty={{ icon: IconMessageQuestion, title: t('entries.emptyTitle'), text: t('entries.emptyText') }}
        row={(entry) => (
          <div className={classes.row}>
            <div>
              <Text fw={550} size="sm" dir="auto" className={classes.words ?? ''}>
                {entry.title}
              </Text>
              <Hint dir="auto" className={`${classes.words} ${classes.preview}`}>
                {entry.text}
              </Hint>
            </div>
            {props.mayChange && (
              <Group gap={6}>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() =>
                    props.onWrite({ kind: entry.kind, title: entry.title, text: entry.text, entryId: entry._id })
                  }
                >
                  {t('entries.change')}
                </Button>
                <Button size="compact-sm" variant="subtle" color="red" onClick={() => setRemoving(entry)}>
                  {t('entries.remove')}
                </Button>
              </Group>
            )}
          </div>
        )}
      />
      <RemoveDialog kind="entries" of={removing} remove={remove} onClose={() => setRemoving(null)} />
    </Stack>
  );
}
