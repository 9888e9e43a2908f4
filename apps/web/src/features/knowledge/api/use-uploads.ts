import { DOCUMENT_ENDINGS } from '@switchyard/contracts/knowledge/limits';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/api-error.ts';
import { uploadFile } from '../../../lib/files/upload-file.ts';
import { formatBytes } from '../../../lib/format/bytes.ts';
import '../texts.ts';

/** A file being uploaded, or why the upload failed. */
export interface DocumentUpload {
  key: number;
  name: string;
  /** From 0 to 1. */
  part: number;
  error: string | null;
}

const ENDINGS = DOCUMENT_ENDINGS.join(', ');
const MEGABYTES = MAX_FILE_BYTES / 1024 / 1024;
/** Some browsers call a CSV file an Excel workbook, which it is not. */
const typeOf = (file: File): string => (/\.csv$/i.test(file.name) ? 'text/csv' : file.type);

/** Uploads the chosen files one after another, and has each one processed once stored. */
export function useUploads(onStored: (fileId: string) => Promise<unknown>) {
  const { t } = useTranslation('knowledge');
  const [uploads, setUploads] = useState<DocumentUpload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const nextKey = useRef(0);
  useEffect(() => () => [...running.current.values()].forEach((controller) => void controller.abort()), []);

  const change = (key: number, news: Partial<DocumentUpload>) =>
    setUploads((uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...news } : upload)));
  const dismiss = (key: number) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    setUploads((uploads) => uploads.filter((upload) => upload.key !== key));
  };

  const faultOf = ({ name, size }: File): string | null => {
    if (!DOCUMENT_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))) {
      return t('documents.wrongKind', { name, endings: ENDINGS });
    }
    if (size === 0) return t('documents.emptyFile', { name });
    return size > MAX_FILE_BYTES
      ? t('documents.tooLarge', { name, size: formatBytes(size), megabytes: MEGABYTES })
      : null;
  };

  const upload = async (file: File) => {
    const key = nextKey.current++;
    const error = faultOf(file);
    setUploads((all) => [...all, { key, name: file.name, part: 0, error }]);
    if (error) return;
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const stored = await uploadFile(file, (part) => change(key, { part }), controller.signal, typeOf(file));
      await onStored(stored._id);
      dismiss(key);
    } catch (failure) {
      running.current.delete(key);
      if (!controller.signal.aborted) change(key, { error: `${file.name}: ${uploadFailureText(failure)}` });
    }
  };

  return {
    uploads,
    dismiss,
    uploadAll: async (files: readonly File[]) => {
      for (const file of files) await upload(file);
    },
  };
}

const uploadFailureText = (failure: unknown): string =>
  failure instanceof ApiError && failure.faults[0] ? failure.faults[0].message : String((failure as Error).message);
