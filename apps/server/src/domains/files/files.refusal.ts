import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { type Text, text } from '@switchyard/contracts/text/text';
import { invalid, Refusal } from '../../platform/refusal.ts';

/** Refusal of a file above the maximum size. */
export const tooLarge = () =>
  new Refusal('PAYLOAD_TOO_LARGE', undefined, text('fileTooLarge', { maximum: MAX_FILE_BYTES / 1024 / 1024 }));

/** Refusal of a file that exceeds the workspace's quota; states both in megabytes. */
export const storageFull = (quotaBytes: number, usedBytes: number) =>
  new Refusal(
    'STORAGE_FULL',
    undefined,
    text('storageFull', { most: megabytes(quotaBytes), kept: megabytes(usedBytes) }),
  );

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** Refusal of an invalid file; the text is for the person who chose it. */
export const wrongFile = (reason: Text) => invalid([faultOf('file', reason)]);
export const emptyFile = () => invalid([faultAt('file', 'fileEmpty')]);
