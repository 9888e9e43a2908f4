import { Button, Loader } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import type { ChatMedia } from '@switchyard/contracts/chats/operations';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAs, storedFile, useFileAddress } from '../../lib/files/stored-file.ts';
import { formatBytes } from '../../lib/format/bytes.ts';
import { Hint } from '../hint.tsx';
import { Notice } from '../notice.tsx';
import './texts.ts';
import classes from './message-file.module.css';

/**
 * The file of a message: shown as a picture or player if possible, or a way to fetch it while it is still with
 * WhatsApp.
 */
export function MessageFile({ media, onFetch }: { media: ChatMedia | null; onFetch: () => Promise<unknown> }) {
  const { t } = useTranslation('conversation');
  if (!media) return null;
  const size = media.bytes === null ? null : formatBytes(media.bytes);
  return (
    <section className={classes.file} aria-label={t('file.title')}>
      {media.fileId !== null && <Preview media={media} fileId={media.fileId} />}
      <Hint size="xs">
        <bdi>{[media.fileName ?? t('file.unnamed'), size].filter(Boolean).join(' · ')}</bdi>
      </Hint>
      {media.fileId !== null && <Download fileId={media.fileId} name={media.fileName ?? t('file.unnamed')} />}
      {media.state === 'fetchable' && <Fetch onFetch={onFetch} />}
      {(media.state === 'gone' || media.state === 'unknown') && <Hint size="xs">{t(`file.${media.state}`)}</Hint>}
    </section>
  );
}

const mediaKind = ({ media, mimeType }: ChatMedia) => media ?? mimeType.split('/')[0] ?? 'document';

function Preview({ media, fileId }: { media: ChatMedia; fileId: string }) {
  const kind = mediaKind(media);
  if (kind === 'image' || kind === 'sticker') return <Picture media={media} fileId={fileId} />;
  return kind === 'audio' || kind === 'voice' ? <Player fileId={fileId} /> : null;
}

function Picture({ media, fileId }: { media: ChatMedia; fileId: string }) {
  const { t } = useTranslation('conversation');
  const address = useFileAddress(fileId, null);
  const name = media.fileName ?? '';
  // Space is reserved before the picture loads.
  return (
    <span className={classes.picture} data-sticker={media.media === 'sticker' || undefined}>
      {address && <img src={address} alt={t('file.picture', { name })} />}
    </span>
  );
}

function Player({ fileId }: { fileId: string }) {
  const { t } = useTranslation('conversation');
  const address = useFileAddress(fileId, null);
  return (
    // biome-ignore lint/a11y/useMediaCaption: there is no transcript of the recording
    <audio className={classes.player} controls src={address ?? undefined} aria-label={t('file.sound')} />
  );
}

function Download({ fileId, name }: { fileId: string; name: string }) {
  const { t } = useTranslation('conversation');
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: () => queries.ensureQueryData(storedFile(fileId)),
    onSuccess: (blob) => saveAs(blob, name),
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconDownload size={14} />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('file.download')}
      </Button>
      {saving.isError && <Notice tone="error">{saving.error.message}</Notice>}
    </>
  );
}

/** A fetch that ends within this time needs no progress text. */
const PROGRESS_DELAY_MS = 1_000;

function Fetch({ onFetch }: { onFetch: () => Promise<unknown> }) {
  const { t } = useTranslation('conversation');
  const fetching = useMutation({ mutationFn: onFetch });
  const isSlow = useHasLasted(fetching.isPending, PROGRESS_DELAY_MS);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        disabled={fetching.isPending}
        leftSection={isSlow && <Loader size={12} />}
        onClick={() => fetching.mutate()}
      >
        {t('file.fetch')}
      </Button>
      <Hint size="xs" role="status">
        {isSlow && t('file.fetching')}
      </Hint>
      {fetching.isError && <Notice tone="error">{fetching.error.message}</Notice>}
    </>
  );
}

/** Whether a condition has held for longer than `ms`. */
function useHasLasted(isTrue: boolean, ms: number): boolean {
  const [isLasting, setIsLasting] = useState(false);
  const { start, clear } = useTimeout(() => setIsLasting(true), ms);
  useEffect(() => {
    if (!isTrue) return;
    start();
    return () => {
      clear();
      setIsLasting(false);
    };
  }, [isTrue, start, clear]);
  return isLasting;
}
