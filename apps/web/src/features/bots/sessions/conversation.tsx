import { Text, VisuallyHidden } from '@mantine/core';
import type { BotSessionDetail } from '@switchyard/contracts/bots/sessions';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import classes from '../detail/detail.module.css';
import '../texts.ts';

/** The messages of the conversation that the viewer may see. */
export function Conversation({ session }: { session: Pick<BotSessionDetail, 'lines'> }) {
  const { t } = useTranslation('bots');
  if (session.lines === null) return <Text c="dimmed">{t('session.hidden')}</Text>;
  if (session.lines.length === 0) return <Text c="dimmed">{t('session.noLines')}</Text>;
  return (
    <ol className={classes.thread}>
      {session.lines.map((line) => (
        <li key={line._id} className={classes.line} data-by={line.by} dir="auto">
          <VisuallyHidden>{t(`session.by.${line.by}`)}: </VisuallyHidden>
          {line.text}
          {line.options.length > 0 && <div>{line.options.map((option) => `• ${option}`).join('\n')}</div>}
          {line.fileName && <div>{t('session.file', { name: line.fileName })}</div>}
          <Text size="xs" c="dimmed" component="div">
            <RelativeTime at={line.at} />{' '}
            {line.messageStatus && <StatusBadge context="message" state={line.messageStatus} />}
          </Text>
        </li>
      ))}
    </ol>
  );
}
