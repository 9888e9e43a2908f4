import { Text } from '@mantine/core';
import type { Message } from '@switchyard/contracts/messages/message';
import { YES_NO_FIELDS } from '@switchyard/contracts/messages/yes-no-fields';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { KindIcon } from '../files/kind-icon.tsx';
import { shownText } from '../files/kinds.ts';
import { RecursMark } from '../recurrence/recurs-mark.tsx';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import type { messagesTexts } from '../texts.ts';
import classes from './message-columns.module.css';
import { MessageStatus } from './message-status.tsx';

type ColumnName = keyof typeof messagesTexts.column;

/**
 * Columns of the messages table; all are sortable by the server. On a phone the first column shows everything
 * important.
 */
export function useMessageColumns(isNarrow: boolean): DataColumn<Message>[] {
  const { t } = useTranslation('messages');
  return useMemo(() => {
    const columns: (Omit<DataColumn<Message>, 'name' | 'isSortable'> & { id: ColumnName })[] = [
      isNarrow
        ? { id: 'contactName', isFixed: true, cell: (row) => <Summary message={row} /> }
        : { id: 'contactName', isFixed: true, width: 140, cell: (row) => <Clipped text={row.contactName} isStrong /> },
      { id: 'status', cell: (row) => <MessageStatus message={row} /> },
      { id: 'message', width: 230, cell: (row) => <MessageSummary message={row} /> },
      {
        id: 'dueDate',
        cell: (row) => (
          <OneLine>
            <RelativeTime at={row.dueDate} exact />
          </OneLine>
        ),
      },
      { id: 'contactMobile', cell: (row) => <bdi>{row.contactList[0]?.mobile ?? ''}</bdi> },
      { id: 'sentWith', isExtra: true, cell: (row) => row.sentWith },
      {
        id: 'sendFailureReason',
        width: 180,
        cell: (row) => <Clipped text={translateText(row.sendFailureReason ?? '')} />,
      },
      { id: 'campaignId', isExtra: true, width: 160, cell: (row) => <Clipped text={row.campaignId ?? ''} /> },
      { id: 'retryCount', isExtra: true, align: 'end', cell: (row) => formatNumber(row.retryCount) },
      ...YES_NO_FIELDS.map((id) => ({ id, isExtra: true, cell: (row: Message) => t(row[id] ? 'yes' : 'no') })),
      { id: 'createdAt', isExtra: true, cell: (row) => <RelativeTime at={row.createdAt} /> },
      { id: 'updatedAt', isExtra: true, cell: (row) => <RelativeTime at={row.updatedAt} /> },
    ];
    return columns.map((column) => ({
      ...column,
      name: t(`column.${column.id}`),
      isSortable: true,
      isExtra: isNarrow ? !column.isFixed : (column.isExtra ?? false),
    }));
  }, [t, isNarrow]);
}

/** A message in one cell: recipient, time, status and text. */
function Summary({ message }: { message: Message }) {
  return (
    <div className={classes.summary}>
      <div className={classes.line}>
        <Clipped text={message.contactName} isStrong />
        <Text span size="xs" c="dimmed">
          <RelativeTime at={message.dueDate} exact />
        </Text>
      </div>
      <div className={classes.line}>
        <MessageSummary message={message} />
        <MessageStatus message={message} />
      </div>
      {message.sendFailureReason && (
        <Text span size="xs" c="dimmed">
          <bdi>{translateText(message.sendFailureReason)}</bdi>
        </Text>
      )}
    </div>
  );
}

/** A message's text on one line, after an icon for its attachment or poll. */
function MessageSummary({ message }: { message: Message }) {
  return (
    <span style={{ alignItems: 'center', display: 'flex', gap: 6, minWidth: 0 }}>
      <RecursMark message={message} />
      <KindIcon message={message} />
      <Clipped text={shownText(message)} />
    </span>
  );
}

/** User text on one line, in its own direction but aligned with the other rows. */
function Clipped({ text, isStrong = false }: { text: string; isStrong?: boolean }) {
  return (
    <Text span display="block" size="sm" dir="auto" truncate fw={isStrong ? 550 : 400} title={text.slice(0, 500)}>
      {text}
    </Text>
  );
}

function OneLine({ children }: { children: ReactNode }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;
}
