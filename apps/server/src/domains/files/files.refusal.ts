import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { faultAt } from '@switchyard/contracts/text/faults';
import { invalid, Refusal } from '../../platform/refusal.ts';

/** The file alone is more than any file may be. */
export const tooLarge = () =>
  new Refusal('PAYLOAD_TOO_LARGE', undefined, `Files can be up to ${MAX_FILE_BYTES / 1024 / 1024} MB.`);

/** What the workspace keeps and may keep, in megabytes. */
export const storageFull = (quotaBytes: number, usedBytes: number) =>
  new Refusal(
    'STORAGE_FULL',
    undefined,
    `This workspace can store ${megabytes(quotaBytes)} of files and uses ${megabytes(usedBytes)}. Files are removed some time after the last message that uses them.`,
  );

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** The file is not what it should be; `message` is for the one who chose it. */
export const wrongFile = (message: string) => invalid([{ field: 'file', message }]);
export const emptyFile = () => invalid([faultAt('file', 'fileEmpty')]);
