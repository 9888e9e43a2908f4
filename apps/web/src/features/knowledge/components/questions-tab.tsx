import { Button, Group, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePages } from '../../../components/list-page/use-pages.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { questionsPage, useEntryChanges } from '../api/knowledge.ts';
import '../texts.ts';
import classes from './knowledge.module.css';
import { ListCard, PAGE_SIZES } from './list-card.tsx';

/** Questions that bots could not answer; answering one helps the next person who asks. */
export function QuestionsTab(props: {
  baseId: string;
  mayChange: boolean;
  onAnswer: (question: string, questionId: string) => void;
}) {
  const { t } = useTranslation('knowledge');
  const { input, footer } = usePages(PAGE_SIZES);
  const questions = useQuery(questionsPage({ id: props.baseId, ...input }));
  const { dismiss } = useEntryChanges();
  const dismissOne = (id: string) =>
    dismiss.mutate(
      { id },
      { onSuccess: () => toast(t('questions.dismissed')), onError: (error) => toastError(error.message) },
    );
  return (
    <ListCard
      label={t('tab.questions')}
      list={questions}
      footer={footer}
      empty={{ icon: IconChecks, title: t('questions.emptyTitle'), text: t('questions.emptyText') }}
      row={({ _id, question, times, lastAskedAt }) => (
        <div className={classes.row}>
          <div>
            <Text fw={550} size="sm" dir="auto" className={classes.words ?? ''}>
              {question}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {t('questions.times', { count: times })} · {t('questions.last')} <RelativeTime at={lastAskedAt} />
            </Text>
          </div>
          {props.mayChange && (
            <Group gap={6}>
              <Button size="compact-sm" variant="light" onClick={() => props.onAnswer(question, _id)}>
                {t('questions.answer')}
              </Button>
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => dismissOne(_id)}>
                {t('questions.dismiss')}
              </Button>
            </Group>
          )}
        </div>
      )}
    />
  );
}
