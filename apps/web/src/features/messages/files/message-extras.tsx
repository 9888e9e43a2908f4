import { Button } from '@mantine/core';
import type { Message, MessageFile, MessagePoll } from '@switchyard/contracts/messages/message';
import { IconCircle, IconDownload, IconSquare } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { saveAs, storedFile, useFileAddress } from '../../../lib/files/stored-file.ts';
import '../texts.ts';
import { FileNames } from './file-names.tsx';
import classes from './files.module.css';
import { KIND_ICONS } from './kinds.ts';

/** Shown above the text of a message: the quoted message and the file. */
export function MessageExtras({ message }: { message: Pick<Message, 'attachment' | 'quote'> }) {
  const { t } = useTranslation('messages');
  const { attachment, quote } = message;
  return (
    <>
      {quote && (
        <blockquote className={classes.quote} aria-label={t('detail.answers')}>
          <Hint size="xs">{t('detail.answers')}</Hint>
          <bdi>{quote.text}</bdi>
        </blockquote>
      )}
      {attachment && <AttachedFile file={attachment} />}
    </>
  );
}

function AttachedFile({ file }: { file: MessageFile }) {
  const { t } = useTranslation('messages');
  const queries = useQueryClient();
  const Icon = KIND_ICONS[file.media];
  const saving = useMutation({
    mutationFn: () => queries.ensureQueryData(storedFile(file.fileId)),
    onSuccess: (blob) => saveAs(blob, file.fileName),
  });
  return (
    <section aria-label={t('detail.file')} className={classes.file}>
      {file.media === 'image' && <Picture file={file} />}
      <div className={classes.card}>
        <Icon size={28} stroke={1.5} aria-hidden />
        <FileNames file={file} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t('detail.download')}
        </Button>
      </div>
      {saving.isError && <Notice tone="error">{saving.error.message}</Notice>}
    </section>
  );
}

function Picture({ file }: { file: MessageFile }) {
  const { t } = useTranslation('messages');
  const address = useFileAddress(file.fileId, null);
  if (!address) return null;
  return <img src={address} alt={t('detail.picture', { name: file.fileName })} className={classes.picture} />;
}

/** Options shown below a poll's question. */
export function PollOptions({ poll }: { poll: MessagePoll }) {
  const { t } = useTranslation('messages');
  const Mark = poll.selectable === 1 ? IconCircle : IconSquare;
  return (
    <section aria-label={t('detail.options')}>
      <Hint size="xs" mb={6}>
        {poll.selectable === 1
          ? t('detail.oneChoice')
          : poll.selectable === 0
            ? t('detail.anyChoices')
            : t('detail.choices', { count: poll.selectable })}
      </Hint>
      <ul className={classes.options}>
        {poll.options.map((option) => (
          <li key={option}>
            <Mark size={16} stroke={1.6} aria-hidden />
            <bdi>{option}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
