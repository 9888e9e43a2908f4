import { MAX_FILE_BYTES } from '@switchyard/contracts/message-limits';
import { invalid, Refusal } from '../../platform/refusal.ts';

export const tooLarge = () =>
  new Refusal('PAYLOAD_TOO_LARGE', undefined, `A file has at most ${MAX_FILE_BYTES / 1024 / 1024} MB.`);

export const wrongFile = (message: string) => invalid([{ field: 'file', message }]);
