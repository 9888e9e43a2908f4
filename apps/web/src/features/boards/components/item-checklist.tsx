import { ActionIcon, Checkbox, Progress, TextInput } from '@mantine/core';
import { MAX_CHECK_LENGTH } from '@switchyard/contracts/boards/limits';
import type { Check } from '@switchyard/contracts/boards/operations';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { toastError } from '../../../components/toasts.ts';
import { useItemChanges } from '../api/item-details.ts';
import classes from './boards.module.css';
import '../texts.ts';

const onError = (error: unknown) => toastError(failureText(error));

/** An item's checklist. */
export function ItemChecklist(props: { itemId: string; checklist: readonly Check[]; isReadOnly: boolean }) {
  const { t } = useTranslation('boards');
  const { checklist, isReadOnly } = props;
  const { addCheck, changeCheck, removeCheck } = useItemChanges();
  /** Pending changes are shown at once. */
  const pending = changeCheck.isPending ? changeCheck.variables : null;
  const [text, setText] = useState('');
  const done = checklist.filter(({ isDone }) => isDone).length;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    addCheck.mutate({ id: props.itemId, text: text.trim() }, { onError, onSuccess: () => setText('') });
  };
  if (isReadOnly && checklist.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('checklist.title')}>
      <Heading size="h4">{t('checklist.title')}</Heading>
      {checklist.length > 0 && (
        <>
          <Hint size="xs">{t('checklist.done', { done, total: checklist.length })}</Hint>
          <Progress value={(done / checklist.length) * 100} size="sm" aria-label={t('checklist.title')} />
        </>
      )}
      <ul className={classes.history}>
        {checklist.map(({ _id: id, text: entry, isDone }) => (
          <li key={id} className={classes.cardHead}>
            <Checkbox
              label={<bdi>{entry}</bdi>}
              checked={pending?.id === id ? (pending.isDone ?? isDone) : isDone}
              disabled={isReadOnly}
              onChange={() => changeCheck.mutate({ id, isDone: !isDone }, { onError })}
            />
            {!isReadOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('checklist.remove', { name: entry })}
                onClick={() => removeCheck.mutate({ id }, { onError })}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <form onSubmit={add}>
          <TextInput
            size="sm"
            aria-label={t('checklist.add')}
            placeholder={t('checklist.add')}
            value={text}
            maxLength={MAX_CHECK_LENGTH}
            dir="auto"
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </form>
      )}
    </section>
  );
}
