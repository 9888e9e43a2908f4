import { Avatar, Badge, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileAddress } from '../../lib/files/stored-file.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { RelativeTime } from '../relative-time.tsx';
import classes from './conversation-row.module.css';
import { hueOf } from './hue.ts';
import './texts.ts';

/** A conversation in a list: the other party, the latest message and the unread count. */
export function ConversationRow(props: {
  name: string;
  pictureFileId: string | null;
  /** ISO 8601 */
  at: string;
  preview: ReactNode;
  /** `some` when the exact count is not tracked. Null when unknown or not reported. */
  unread: number | 'some' | null;
  /** Small icons for what is set for the conversation. */
  marks?: ReactNode;
  isCurrent: boolean;
  onOpen: () => void;
}) {
  const { t } = useTranslation('conversation');
  const { name, unread } = props;
  return (
    <UnstyledButton className={classes.row} aria-current={props.isCurrent || undefined} onClick={props.onOpen}>
      <Picture name={name} fileId={props.pictureFileId} />
      <span className={classes.words}>
        <span className={classes.line}>
          <Text span size="sm" fw={600} truncate dir="auto" className={classes.name ?? ''}>
            {name}
          </Text>
          <Text span size="xs" c="dimmed">
            <RelativeTime at={props.at} />
          </Text>
        </span>
        <span className={classes.line}>
          <Text span size="sm" c="dimmed" truncate className={`${classes.name} ${classes.preview}`}>
            {props.preview}
          </Text>
          {props.marks}
          {unread === 'some' && <span className={classes.dot} role="img" aria-label={t('list.isUnread')} />}
          {typeof unread === 'number' && unread > 0 && (
            <Badge size="sm" circle={unread < 10} aria-label={t('list.unread', { count: unread })}>
              {formatNumber(unread)}
            </Badge>
          )}
        </span>
      </span>
    </UnstyledButton>
  );
}

/** A name without letters, such as a number, has no initials. */
const hasInitials = (name: string): boolean => /\p{L}/u.test(name);

function Picture({ name, fileId }: { name: string; fileId: string | null }) {
  if (fileId !== null) return <Stored fileId={fileId} />;
  const { initials = '' } = classes;
  return (
    <Avatar
      size={40}
      {...(hasInitials(name) && { name })}
      classNames={{ placeholder: initials }}
      style={hueOf(name)}
      aria-hidden
    />
  );
}

function Stored({ fileId }: { fileId: string }) {
  return <Avatar size={40} src={useFileAddress(fileId, null)} alt="" />;
}
