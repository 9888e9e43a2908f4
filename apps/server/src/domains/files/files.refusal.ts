import { ORPCError } from '@orpc/server';
import { commonErrors } from '@switchyard/contracts/errors';
import { MAX_FILE_BYTES } from '@switchyard/contracts/message-body';

export const tooLarge = () =>
  new ORPCError('PAYLOAD_TOO_LARGE', {
    status: 413,
    message: `A file has at most ${MAX_FILE_BYTES / 1024 / 1024} MB.`,
  });

/** What the workspace keeps and may keep, in megabytes. */
export const storageFull = (quotaBytes: number, usedBytes: number) =>
  new ORPCError('STORAGE_FULL', {
    status: 413,
    message: `This workspace may keep ${megabytes(quotaBytes)} of files and keeps ${megabytes(usedBytes)}. Files go some time after the last message that carries them.`,
  });

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

export const wrongFile = (message: string) =>
  new ORPCError('INVALID', {
    defined: true,
    status: commonErrors.INVALID.status,
    message: commonErrors.INVALID.message,
    data: { faults: [{ field: 'file', message }] },
  });

export const noSuchFile = () => new ORPCError('NOT_FOUND', { defined: true, ...commonErrors.NOT_FOUND });
