import { ORPCError } from '@orpc/server';
import { commonErrors, type FieldFault } from '@switchyard/contracts/errors';

export const invalid = (faults: FieldFault[]) =>
  new ORPCError('INVALID', { ...told(commonErrors.INVALID), data: { faults } });

export const notFound = () => new ORPCError('NOT_FOUND', told(commonErrors.NOT_FOUND));

/** The message has moved on since the caller read it; nothing was changed. */
export const tooLate = (present: { status: string; version: number }) =>
  new ORPCError('TOO_LATE', { ...told(commonErrors.TOO_LATE), data: present });

const told = ({ status, message }: { status: number; message: string }) => ({ defined: true, status, message });
