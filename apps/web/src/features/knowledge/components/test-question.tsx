import { Badge, Button, Group, Mark, Text, TextInput } from '@mantine/core';
import { MAX_QUESTION_LENGTH } from '@switchyard/contracts/knowledge/limits';
import type { FoundPassage } from '@switchyard/contracts/knowledge/operations';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import classes from './knowledge.module.css';
import { MeaningState } from './meaning-state.tsx';

/** What a bot would find for a question, and whether it would answer. `onAnswer` writes the missing answer. */
export function TestQuestion({ baseId, onAnswer }: { baseId: string; onAnswer?: (question: string) => void }) {
  const { t } = useTranslation('knowledge');
  const [question, setQuestion] = useState('');
  const test = useMutation(apiQuery.knowledge.test.mutationOptions({ meta: { rereads: [] } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== '') test.mutate({ id: baseId, question });
  };
  const askedQuestion = test.variables?.question ?? '';
  return (
    <Card className={classes.test} aria-label={t('test.title')}>
      <Heading>{t('test.title')}</Heading>
      <Hint>{t('test.text')}</Hint>
      <MeaningState baseId={baseId} mayChange={onAnswer !== undefined} />
      <form onSubmit={submit} className={classes.ask}>
        <TextInput
          aria-label={t('test.label')}
          placeholder={t('test.placeholder')}
          value={question}
          maxLength={MAX_QUESTION_LENGTH}
          dir="auto"
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={test.isPending} disabled={question.trim() === ''}>
          {t('test.ask')}
        </Button>
      </form>
      <div aria-live="polite">
        {test.error && <Notice tone="error">{test.error.message}</Notice>}
        {test.data && (
          <>
            {(test.data.meaning === 'away' || test.data.meaning === 'credits') && (
              <Notice tone="error">{t(`test.${test.data.meaning}`)}</Notice>
            )}
            <Group gap="sm" mt="xs">
              <Text size="sm" fw={550}>
                {t(test.data.isKnown ? 'test.known' : 'test.unknown')}
              </Text>
              {!test.data.isKnown && onAnswer && (
                <Button size="compact-sm" variant="light" onClick={() => onAnswer(askedQuestion)}>
                  {t('test.answer')}
                </Button>
              )}
            </Group>
            {!test.data.isKnown && <Hint>{t(test.data.passages.length === 0 ? 'test.nothing' : 'test.near')}</Hint>}
            <ol className={classes.found}>
              {test.data.passages.map((passage) => (
                <FoundItem key={passage.id} passage={passage} />
              ))}
            </ol>
          </>
        )}
      </div>
    </Card>
  );
}

function FoundItem({ passage }: { passage: FoundPassage }) {
  const { t } = useTranslation('knowledge');
  const place = [passage.title, passage.heading, passage.page === null ? null : t('test.page', { page: passage.page })];
  return (
    <li>
      <Group gap={8} justify="space-between" wrap="nowrap" align="flex-start">
        <Hint size="xs" dir="auto" className={classes.words ?? ''}>
          {place.filter(Boolean).join(' › ')}
        </Hint>
        <Badge size="sm" variant="light" color="gray" flex="none" tt="none">
          {passage.isMeant ? t('test.meant') : t('test.share', { percent: Math.round(passage.score * 100) })}
        </Badge>
      </Group>
      <Text size="sm" dir="auto" className={classes.words ?? ''}>
        <Highlighted text={passage.text} answer={passage.answer} />
      </Text>
    </li>
  );
}

/** A passage with the bot's answer highlighted. */
function Highlighted({ text, answer }: Pick<FoundPassage, 'text' | 'answer'>) {
  const at = text.indexOf(answer);
  if (at < 0 || answer === text) return text;
  return (
    <>
      {text.slice(0, at)}
      <Mark>{answer}</Mark>
      {text.slice(at + answer.length)}
    </>
  );
}
