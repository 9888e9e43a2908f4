import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core';
import { MAX_COMMENT_LENGTH } from '@switchyard/contracts/boards/limits';
import type { ItemComment } from '@switchyard/contracts/boards/operations';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toastError } from '../../../components/toasts.ts';
import { commentsOf, useItemChanges } from '../api/item-details.ts';
import '../texts.ts';
import classes from './boards.module.css';
import { matchMention, mentionedIds } from './mentions.ts';

type People = ReadonlyMap<string, string>;

/** Colleagues' comments on an item, latest first. */
export function ItemComments({ itemId, people, isReadOnly }: { itemId: string; people: People; isReadOnly: boolean }) {
  const { t } = useTranslation('boards');
  const found = useInfiniteQuery(commentsOf(itemId));
  const comments = found.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className={classes.part} aria-label={t('comment.title')}>
      <Heading size="h4">{t('comment.title')}</Heading>
      {!isReadOnly && <NewComment itemId={itemId} people={people} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && comments.length === 0 && <Hint>{t('comment.none')}</Hint>}
      <ul className={classes.history}>
        {comments.map((comment) => (
          <Comment key={comment._id} comment={comment} isReadOnly={isReadOnly} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('item.more')}
        </Button>
      )}
    </section>
  );
}

function Comment({ comment, isReadOnly }: { comment: ItemComment; isReadOnly: boolean }) {
  const { t } = useTranslation('boards');
  const { removeComment } = useItemChanges();
  const { _id: id, by, text, at, isMine } = comment;
  return (
    <li>
      <div className={classes.cardHead}>
        <Hint size="xs">
          <bdi>{by?.name ?? t('history.nobody')}</bdi> · <RelativeTime at={at} />
        </Hint>
        {isMine && !isReadOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('comment.remove')}
            onClick={() => removeComment.mutate({ id }, { onError: (error) => toastError(failureText(error)) })}
          >
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Text size="sm" className={classes.commentText ?? ''} dir="auto">
        {text}
      </Text>
    </li>
  );
}

/** Writing a colleague's name after an @ notifies them. */
function NewComment({ itemId, people }: { itemId: string; people: People }) {
  const { t } = useTranslation('boards');
  const { addComment } = useItemChanges();
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = matchMention(text.slice(0, caret), people);
  const complete = (name: string) => {
    if (!typed) return;
    setText(`${text.slice(0, typed.from)}@${name} ${text.slice(caret)}`);
    setCaret(typed.from + name.length + 2);
    field.current?.focus();
  };
  const send = () => {
    if (text.trim() === '' || addComment.isPending) return;
    addComment.mutate(
      { id: itemId, text: text.trim(), mentions: mentionedIds(text, people) },
      { onError: (error) => toastError(failureText(error)), onSuccess: () => setText('') },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const [first] = typed?.people ?? [];
    if (first === undefined && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (first === undefined) send();
    else complete(first[1]);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={onSubmit} className={classes.part}>
      <Textarea
        ref={field}
        aria-label={t('comment.write')}
        placeholder={t('comment.hint')}
        value={text}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_COMMENT_LENGTH}
        dir="auto"
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setCaret(currentTarget.selectionStart);
        }}
        onKeyDown={onKeyDown}
      />
      {typed && typed.people.length > 0 && (
        <Group gap={4} role="group" aria-label={t('comment.mention')}>
          {typed.people.map(([id, name]) => (
            <Button key={id} size="compact-sm" variant="light" onClick={() => complete(name)}>
              <bdi>@{name}</bdi>
            </Button>
          ))}
        </Group>
      )}
      <Group>
        <Button
          type="submit"
          size="sm"
          variant="default"
          aria-keyshortcuts="Control+Enter"
          loading={addComment.isPending}
          disabled={text.trim() === ''}
        >
          {t('comment.send')}
        </Button>
      </Group>
    </form>
  );
}
