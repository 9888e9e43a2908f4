import { ORPCError } from '@orpc/server';
import { commonErrors } from '@switchyard/contracts/errors';
import { MAX_FILE_BYTES } from '@switchyard/contracts/message-body';

export const tooLarge = () =>
  new ORPCError('PAYLOAD_TOO_LARGE', {
    status: 413,
    message: `A file has at most ${MAX_FILE_BYTES / 1024 / 1024} MB.`,
  });

export const wrongFile = (message: string) =>
  new ORPCError('INVALID', {
    defined: true,
    status: commonErrors.INVALID.status,
    message: commonErrors.INVALID.message,
    data: { faults: [{ field: 'file', message }] },
  });

export const noSuchFile = () => new ORPCError('NOT_FOUND', { defined: true, ...commonErrors.NOT_FOUND });
