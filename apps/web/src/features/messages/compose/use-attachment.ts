import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import type { MessageFile } from '@switchyard/contracts/messages/message';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/api-error.ts';
import { uploadFile } from '../../../lib/files/upload-file.ts';
import '../texts.ts';
import { failureText } from '../../../components/failure-text.ts';

/** An upload in progress; `part` is a fraction from 0 to 1. */
export interface Uploading {
  name: string;
  bytes: number;
  fraction: number;
}

/** Uploads the selected file. A newer selection, a cancel, or closing the dialog aborts the previous upload. */
export function useAttachment(onStored: (file: MessageFile) => void) {
  const { t } = useTranslation('messages');
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** The local file, so that its picture need not be downloaded from the server. */
  const [localFile, setLocalFile] = useState<File | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const stop = () => {
    current.current?.abort();
    current.current = null;
    setUploading(null);
    setError(null);
  };
  const choose = async (file: File) => {
    stop();
    if (file.size === 0) return setError(t('compose.fileEmpty', { name: file.name }));
    if (file.size > MAX_FILE_BYTES) {
      return setError(t('compose.fileTooLarge', { name: file.name, megabytes: MAX_FILE_BYTES / 1024 / 1024 }));
    }
    const controller = new AbortController();
    current.current = controller;
    const progress = { name: file.name, bytes: file.size };
    setUploading({ ...progress, fraction: 0 });
    try {
      const stored = await uploadFile(file, (fraction) => setUploading({ ...progress, fraction }), controller.signal);
      if (current.current !== controller) return;
      const { _id: fileId, name: fileName, media, mimeType, bytes } = stored;
      setLocalFile(file);
      onStored({ fileId, fileName, media, mimeType, bytes });
    } catch (failure) {
      if (current.current !== controller) return;
      setError(uploadError(failure));
    }
    setUploading(null);
  };
  return { uploading, error, localFile, choose, stop };
}

function uploadError(failure: unknown): string {
  if (failure instanceof ApiError && failure.faults[0]) return failure.faults[0].message;
  return failureText(failure);
}
