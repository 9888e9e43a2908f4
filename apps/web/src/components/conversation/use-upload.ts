import type { StoredFile } from '@switchyard/contracts/files/operations';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { uploadFile } from '../../lib/files/upload-file.ts';
import { failureText } from '../failure-text.ts';

/** A file of a message being written: uploading (`part` from 0 to 1), or stored. */
interface Upload {
  name: string;
  part: number;
  stored: StoredFile | null;
}

/** Uploads one file; a newer choice replaces the previous one. */
export function useUpload() {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [error, setError] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const remove = () => {
    current.current?.abort();
    current.current = null;
    setUpload(null);
    setError(null);
  };
  /** @returns null if it was removed or could not be stored */
  const choose = async (file: File): Promise<StoredFile | null> => {
    remove();
    const controller = new AbortController();
    current.current = controller;
    const { name } = file;
    setUpload({ name, part: 0, stored: null });
    try {
      const stored = await uploadFile(file, (part) => setUpload({ name, part, stored: null }), controller.signal);
      if (current.current !== controller) return null;
      setUpload({ name, part: 1, stored });
      return stored;
    } catch (failure) {
      if (current.current !== controller) return null;
      setUpload(null);
      setError((failure instanceof ApiError && failure.faults[0]?.message) || failureText(failure));
      return null;
    }
  };
  return { upload, error, choose, remove };
}
