import { FILES_PATH } from '@switchyard/contracts/files/operations';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorFromBody, errorFromFailure } from '../api/api-error.ts';
import { requestHeaders } from '../api/request-headers.ts';

const KEEP_MS = 5 * 60_000;

/**
 * The bytes of a workspace file; they never change for an id. Not a plain URL, which in support mode would fetch as the
 * wrong user.
 */
export const storedFile = (fileId: string) =>
  queryOptions({
    queryKey: ['files', fileId],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEEP_MS,
    queryFn: async ({ signal }) => {
      const answer = await fetch(`${FILES_PATH}/${fileId}`, { headers: requestHeaders(), signal }).catch(
        (failure: unknown) => Promise.reject(errorFromFailure(failure)),
      );
      if (answer.ok) return answer.blob();
      throw errorFromBody(await answer.json().catch(() => null), answer.status, answer.headers.get('x-request-id'));
    },
  });

/** An object URL for the file: of the local blob, else of the stored file. Null while it loads or if it fails. */
export function useFileAddress(fileId: string, atHand: Blob | null): string | null {
  const stored = useQuery({ ...storedFile(fileId), enabled: atHand === null });
  const blob = atHand ?? stored.data ?? null;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [blob]);
  return address;
}

/** Saves bytes as a file through the browser. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
