import { Button, Loader } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../lib/format/dates.ts';
import { useZone } from '../../lib/signed-in/use-zone.ts';
import { asUtc } from '../../lib/zones/offset-at.ts';
import type { ConversationEntry } from './entry.ts';
import { type BubbleActions, MessageBubble } from './message-bubble.tsx';
import classes from './thread.module.css';
import './texts.ts';

/** Within this distance of its end, a thread stays at the end when messages arrive. */
const END_THRESHOLD_PX = 80;
const ESTIMATED_ROW_PX = 62;
/** Fetch more when this many messages remain beyond an edge. */
const READ_AHEAD = 8;

/**
 * Messages in order of time, only those near the viewport in the document; arriving messages do not move what is being
 * read.
 */
export function Thread(props: {
  label: string;
  entries: readonly ConversationEntry[];
  isGroup: boolean;
  actions: BubbleActions;
  /** Null when there are no more on that side. */
  onOlder: (() => void) | null;
  onNewer: (() => void) | null;
  /** Jumps to the end when it is not loaded. */
  onLatest: () => void;
  /** The message to scroll to; each object is followed once. */
  target: { waMessageId: string } | null;
  /** Shown before the very first message. */
  beginning: ReactNode;
}) {
  const { entries, onOlder, onNewer, target } = props;
  const { t } = useTranslation('conversation');
  const zone = useZone();
  const scroller = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLDivElement>(null);
  const [startHeight, setStartHeight] = useState(0);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => entries[index]?.message._id ?? index,
    estimateSize: () => ESTIMATED_ROW_PX,
    overscan: 10,
    paddingStart: startHeight,
    paddingEnd: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_THRESHOLD_PX,
  });
  const items = virtualizer.getVirtualItems();
  const isAtEnd = virtualizer.isAtEnd(END_THRESHOLD_PX);

  useLayoutEffect(() => {
    if (onOlder === null) setStartHeight(start.current?.offsetHeight ?? 0);
  }, [onOlder]);

  const isPlaced = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened
  useLayoutEffect(() => {
    if (isPlaced.current || entries.length === 0) return;
    isPlaced.current = true;
    if (target === null) virtualizer.scrollToEnd();
  }, [entries.length]);

  // After sending, scroll to the new message wherever the user was reading.
  const waiting = entries.filter(({ outgoing }) => outgoing !== null).length;
  const waited = useRef(waiting);
  useEffect(() => {
    if (waiting > waited.current) virtualizer.scrollToEnd();
    waited.current = waiting;
  }, [waiting, virtualizer]);

  const lastTarget = useRef<object | null>(null);
  const [marked, setMarked] = useState<string | null>(null);
  useEffect(() => {
    if (target === null || lastTarget.current === target) return;
    const index = entries.findIndex(({ message }) => message.waMessageId === target.waMessageId);
    if (index < 0) return;
    lastTarget.current = target;
    setMarked(target.waMessageId);
    virtualizer.scrollToIndex(index, { align: 'center' });
  }, [target, entries, virtualizer]);

  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length === 0) return;
    if (onOlder && first <= READ_AHEAD) onOlder();
    if (onNewer && last >= entries.length - READ_AHEAD) onNewer();
  }, [items.length, first, last, entries.length, onOlder, onNewer]);

  const unseen = useUnseenCount(entries, isAtEnd);
  const firstShown = virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + 1)?.index ?? 0;
  const dayAt = (index: number) => {
    const entry = entries[index];
    return entry === undefined ? null : dayOf(entry, zone);
  };
  const scheduledFrom = entries.findIndex(isScheduled);
  const day = dayAt(firstShown);
  // At the start, the day's own heading is visible.
  const isAtStart = onOlder === null && firstShown === 0;

  return (
    <div className={classes.frame}>
      {day !== null && !isAtStart && (
        <div className={classes.day} aria-hidden>
          {formatDay(day)}
        </div>
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-label={props.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
      >
        <div className={classes.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
          {onOlder === null ? (
            <div ref={start} className={classes.start}>
              {props.beginning}
            </div>
          ) : (
            <Loader size="xs" className={classes.loader ?? ''} role="status" aria-label={t('loadingMore')} />
          )}
          {items.map((item) => {
            const entry = entries[item.index];
            if (!entry) return null;
            // Whether the first loaded message is the first of its day is unknown until older ones are loaded.
            const isKnown = item.index > 0 || onOlder === null;
            const ownDay = dayAt(item.index);
            const isScheduledHeading = item.index === scheduledFrom;
            const isNewDay = isKnown && !isScheduled(entry) && ownDay !== dayAt(item.index - 1);
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                data-marked={(entry.message.waMessageId !== '' && entry.message.waMessageId === marked) || undefined}
                className={classes.row}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {isScheduledHeading && <div className={classes.heading}>{t('scheduled')}</div>}
                {isNewDay && ownDay !== null && <div className={classes.heading}>{formatDay(ownDay)}</div>}
                <MessageBubble entry={entry} isGroup={props.isGroup} actions={props.actions} />
              </div>
            );
          })}
        </div>
      </div>
      {(!isAtEnd || onNewer !== null) && entries.length > 0 && (
        <Button
          className={classes.pill ?? ''}
          size="compact-sm"
          radius="xl"
          variant={unseen > 0 ? 'filled' : 'default'}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => (onNewer === null ? virtualizer.scrollToEnd() : props.onLatest())}
        >
          {unseen > 0 ? t('newMessages', { count: unseen }) : t('toLatest')}
        </Button>
      )}
    </div>
  );
}

/** Whether it waits for a due time rather than for its turn. */
const isScheduled = ({ outgoing }: ConversationEntry): boolean =>
  outgoing?.status === 'pending' &&
  new Date(outgoing.dueDate).getTime() > new Date(outgoing.createdAt).getTime() + 60_000;

const dayOf = ({ message }: ConversationEntry, zone: string): string =>
  asUtc(new Date(message.at), zone).toISOString().slice(0, 10);

/** Number of messages from others since the end was last visible. */
function useUnseenCount(entries: readonly ConversationEntry[], isAtEnd: boolean): number {
  const sentEntries = entries.filter(({ outgoing }) => outgoing === null);
  const latest = sentEntries.at(-1)?.message._id ?? null;
  const [seen, setSeen] = useState(latest);
  useEffect(() => {
    if (isAtEnd) setSeen(latest);
  }, [isAtEnd, latest]);
  const from = sentEntries.findIndex(({ message }) => message._id === seen);
  return from < 0 ? 0 : sentEntries.slice(from + 1).filter(({ message }) => !message.fromMe).length;
}
