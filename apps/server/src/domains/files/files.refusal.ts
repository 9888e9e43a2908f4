import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { type Text, text } from '@switchyard/contracts/text/text';
import { invalid, Refusal } from '../../platform/refusal.ts';

/** The file alone is more than any file may be. */
export const tooLarge = () =>
  new Refusal('PAYLOAD_TOO_LARGE', undefined, text('fileTooLarge', { maximum: MAX_FILE_BYTES / 1024 / 1024 }));

/** What the workspace keeps and may keep, in megabytes. */
export const storageFull = (quotaBytes: number, usedBytes: number) =>
  new Refusal(
    'STORAGE_FULL',
    undefined,
    text('storageFull', { most: megabytes(quotaBytes), kept: megabytes(usedBytes) }),
  );

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** The file is not what it should be; the text is for the one who chose it. */
export const wrongFile = (why: Text) => invalid([faultOf('file', why)]);
export const emptyFile = () => invalid([faultAt('file', 'fileEmpty')]);
