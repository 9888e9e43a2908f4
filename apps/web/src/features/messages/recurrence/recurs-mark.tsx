import { VisuallyHidden } from '@mantine/core';
import type { Message } from '@switchyard/contracts/messages/message';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import classes from './recurrence.module.css';

/** Marks a message of a series; renders nothing for others. */
export function RecursMark({ message, size = 16 }: { message: Pick<Message, 'seriesId'>; size?: number }) {
  const { t } = useTranslation('messages');
  if (message.seriesId === null) return null;
  return (
    <span className={classes.mark} title={t('recurrence.mark')}>
      <IconRepeat size={size} stroke={1.8} aria-hidden />
      <VisuallyHidden>{t('recurrence.mark')}: </VisuallyHidden>
    </span>
  );
}
