import { ActionIcon, Progress, Text } from '@mantine/core';
import type { MessageFile } from '@switchyard/contracts/messages/message';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { useFileAddress } from '../../../lib/files/stored-file.ts';
import { formatBytes } from '../../../lib/format/bytes.ts';
import '../texts.ts';
import { FileNames } from './file-names.tsx';
import classes from './files.module.css';
import { KIND_ICONS } from './kinds.ts';

/** An attached file with its type and size, and a button to remove it. */
export function FileCard(props: { file: MessageFile; localFile: Blob | null; onRemove: () => void }) {
  const { t } = useTranslation('messages');
  const { file } = props;
  const Icon = KIND_ICONS[file.media];
  return (
    <div className={classes.card}>
      {file.media === 'image' || file.media === 'sticker' ? (
        <Thumbnail file={file} localFile={props.localFile} />
      ) : (
        <Icon size={28} stroke={1.5} aria-hidden />
      )}
      <FileNames file={file} />
      <RemoveButton name={t('compose.removeFile', { name: file.fileName })} onClick={props.onRemove} />
    </div>
  );
}

/** An upload in progress. */
export function UploadingCard(props: { name: string; bytes: number; fraction: number; onStop: () => void }) {
  const { t } = useTranslation('messages');
  const percent = Math.round(props.fraction * 100);
  return (
    <div className={classes.card}>
      <div className={classes.names}>
        <Text size="sm" dir="auto" truncate title={props.name}>
          <bdi>{props.name}</bdi>
        </Text>
        <Progress value={percent} mt={6} aria-label={t('compose.uploading', { name: props.name })} />
        <Hint size="xs" mt={4}>
          {t('compose.uploaded', { percent, size: formatBytes(props.bytes) })}
        </Hint>
      </div>
      <RemoveButton name={t('compose.stopUpload')} onClick={props.onStop} />
    </div>
  );
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={name} onClick={onClick}>
      <IconX size={18} />
    </ActionIcon>
  );
}

function Thumbnail({ file, localFile }: { file: MessageFile; localFile: Blob | null }) {
  const address = useFileAddress(file.fileId, localFile);
  const Icon = KIND_ICONS.image;
  if (!address) return <Icon size={28} stroke={1.5} aria-hidden />;
  return <img src={address} alt="" className={classes.thumbnail} />;
}
