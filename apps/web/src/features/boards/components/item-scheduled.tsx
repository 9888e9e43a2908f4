import { Group, Select, Textarea } from '@mantine/core';
import type { Board, BoardItem, ScheduledFromItem } from '@switchyard/contracts/boards/operations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SendLater } from '../../../components/conversation/send-later.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { useItemChanges } from '../api/item-details.ts';
import classes from './boards.module.css';
import '../texts.ts';

const MAX_MESSAGE_LENGTH = 4_096;

/** Messages scheduled from an item to the numbers in its cells, and a button to write one. */
export function ItemScheduled(props: {
  board: Board;
  item: BoardItem;
  scheduled: readonly ScheduledFromItem[];
  isReadOnly: boolean;
}) {
  const { t } = useTranslation('boards');
  const { board, item, scheduled, isReadOnly } = props;
  const { scheduleMessage } = useItemChanges();
  const numbers = [
    ...new Set(
      board.columns.flatMap(({ _id, type }) => {
        const value = item.cells[_id];
        return type === 'phone' && typeof value === 'string' ? [value] : [];
      }),
    ),
  ];
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const mobile = chosen && numbers.includes(chosen) ? chosen : numbers[0];
  if (scheduled.length === 0 && (isReadOnly || !mobile)) return null;
  return (
    <section className={classes.part} aria-label={t('scheduled.title')}>
      <Heading size="h4">{t('scheduled.title')}</Heading>
      <ul className={classes.history}>
        {scheduled.map(({ _id, contactName, status, dueDate }) => (
          <li key={_id} className={classes.cardHead}>
            <AnchorLink to="/import-messages" search={{ open: _id }} size="sm">
              <bdi>{contactName}</bdi>
            </AnchorLink>
            <Hint size="xs">
              <RelativeTime at={dueDate} /> <StatusBadge context="message" state={status} />
            </Hint>
          </li>
        ))}
      </ul>
      {!isReadOnly && mobile && (
        <>
          {numbers.length > 1 && (
            <Select
              size="sm"
              label={t('scheduled.to')}
              data={numbers}
              value={mobile}
              allowDeselect={false}
              onChange={setChosen}
            />
          )}
          <Group gap="xs" wrap="nowrap" align="end">
            <Textarea
              size="sm"
              autosize
              maxRows={6}
              dir="auto"
              style={{ flex: 1 }}
              aria-label={t('scheduled.write', { mobile })}
              placeholder={t('scheduled.write', { mobile })}
              maxLength={MAX_MESSAGE_LENGTH}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <SendLater
              isOff={text.trim() === '' || scheduleMessage.isPending}
              onSend={({ local, zone }) =>
                scheduleMessage.mutateAsync({ id: item._id, mobile, message: text.trim(), dueDate: local, zone }).then(
                  () => setText(''),
                  () => undefined,
                )
              }
            />
          </Group>
          {scheduleMessage.error && <Notice tone="error">{failureText(scheduleMessage.error)}</Notice>}
        </>
      )}
    </section>
  );
}
