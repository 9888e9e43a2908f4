import { ActionIcon, CloseButton, FileButton, Progress, Textarea } from '@mantine/core';
import type { StoredFile } from '@switchyard/contracts/files/operations';
import { IconPaperclip, IconSend } from '@tabler/icons-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v7 } from 'uuid';
import { ApiError } from '../../lib/api/api-error.ts';
import { failureText } from '../failure-text.ts';
import { Hint } from '../hint.tsx';
import { Notice } from '../notice.tsx';
import { toastError } from '../toasts.ts';
import classes from './composer.module.css';
import { SendLater } from './send-later.tsx';
import './texts.ts';
import { useUpload } from './use-upload.ts';
import { canRecord, VoiceButton } from './voice-button.tsx';

/** What the user has composed. */
export interface ComposedMessage {
  text: string;
  /** Null without a file. Without `as`, the file is sent as its type suggests. */
  attachment: { fileId: string; as?: 'voice' } | null;
  /** Wall-clock time in `zone`; null sends now. */
  due: { local: string; zone: string } | null;
  /** Unchanged when the same message is sent again because the response was lost. */
  idempotencyKey: string;
}

/** The message field: Enter sends, Shift+Enter starts a new line. A message that is not accepted stays as written. */
export function Composer(props: {
  text: string;
  onText: (text: string) => void;
  /** The message being answered. */
  quote: { writer: string; text: string } | null;
  onRemoveQuote: () => void;
  /**
   * Resolves once the server has the message; `kept` when it has not: the text stays, and the reason is shown
   * elsewhere.
   */
  onSend: (written: ComposedMessage) => Promise<unknown>;
  /** Arrow up in an empty field. */
  onEditLast?: () => void;
  fieldRef?: Ref<HTMLTextAreaElement>;
}) {
  const { text, onText, quote, onSend } = props;
  const { t } = useTranslation('conversation');
  const { upload, error, choose, remove } = useUpload();
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const [hasMoreFiles, setHasMoreFiles] = useState(false);
  const isUnderWay = useRef(false);
  const attempt = useRef({ content: '', idempotencyKey: '' });
  const isUploading = upload !== null && upload.stored === null;
  const isEmpty = text.trim() === '' && !upload?.stored;

  const attach = (files: readonly File[]) => {
    setHasMoreFiles(files.length > 1);
    if (files[0]) void choose(files[0]);
  };
  const send = async (due: ComposedMessage['due'], voice: StoredFile | null = null) => {
    if (!voice && (isEmpty || isUploading)) return;
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setFailure(null);
    const attachment = voice
      ? { fileId: voice._id, as: 'voice' as const }
      : upload?.stored
        ? { fileId: upload.stored._id }
        : null;
    const written = { text, attachment, due };
    const content = JSON.stringify([written, quote]);
    if (attempt.current.content !== content) attempt.current = { content, idempotencyKey: v7() };
    try {
      if ((await onSend({ ...written, idempotencyKey: attempt.current.idempotencyKey })) === 'kept') return;
      attempt.current.content = '';
      remove();
      setHasMoreFiles(false);
    } catch (refused) {
      setFailure(refused);
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  };
  const sendVoice = async (file: File) => {
    const stored = await choose(file);
    if (stored) await send(null, stored);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowUp' && text === '' && props.onEditLast) {
      event.preventDefault();
      props.onEditLast();
      return;
    }
    // Give the screen's shortcuts back their keys.
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(null);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  const onDrop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target for files; the button beside it does the same
    <div className={classes.composer} onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      {failure !== null && <Notice tone="error">{t('composer.notSent', { why: sendFailureText(failure) })}</Notice>}
      {error !== null && <Notice tone="error">{error}</Notice>}
      {quote && (
        <div className={classes.quote}>
          <blockquote aria-label={t('composer.answers')}>
            <Hint size="xs">
              <bdi>{quote.writer}</bdi>
            </Hint>
            <bdi>{quote.text}</bdi>
          </blockquote>
          <CloseButton aria-label={t('composer.removeQuote')} onClick={props.onRemoveQuote} />
        </div>
      )}
      {upload && (
        <div className={classes.file}>
          <bdi className={classes.fileName}>{upload.name}</bdi>
          {isUploading && (
            <Progress
              value={upload.part * 100}
              aria-label={t('composer.uploading', { name: upload.name, part: Math.round(upload.part * 100) })}
              className={classes.progress ?? ''}
            />
          )}
          <CloseButton aria-label={t('composer.removeFile')} onClick={remove} />
        </div>
      )}
      {hasMoreFiles && <Hint size="xs">{t('composer.oneFile')}</Hint>}
      <div className={classes.line}>
        <FileButton onChange={(file) => file && attach([file])}>
          {(button) => (
            <ActionIcon
              {...button}
              size={36}
              variant="subtle"
              color="gray"
              aria-label={t('composer.attach')}
              title={t('composer.attach')}
            >
              <IconPaperclip size={20} stroke={1.6} />
            </ActionIcon>
          )}
        </FileButton>
        <Textarea
          ref={props.fieldRef}
          className={classes.field ?? ''}
          aria-label={t('composer.text')}
          placeholder={t('composer.placeholder')}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          readOnly={isSending}
          autosize
          minRows={1}
          maxRows={8}
          dir="auto"
        />
        {isEmpty && !upload && canRecord() && (
          <VoiceButton
            isOff={isSending}
            onRecorded={(file) => void sendVoice(file)}
            onFailed={(failure) => toastError(t(`composer.${failure}`))}
          />
        )}
        <SendLater isOff={isEmpty || isUploading || isSending} onSend={(due) => send(due)} />
        <ActionIcon
          size={36}
          variant="filled"
          aria-label={t('composer.send')}
          title={t('composer.send')}
          disabled={isEmpty || isUploading}
          loading={isSending}
          onClick={() => void send(null)}
        >
          <IconSend size={18} className="flip-rtl" />
        </ActionIcon>
      </div>
    </div>
  );
}

const sendFailureText = (failure: unknown): string =>
  (failure instanceof ApiError && failure.faults[0]?.message) || failureText(failure);
