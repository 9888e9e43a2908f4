import { z } from 'zod';
import { entityId } from '../entity.ts';
import { MEDIA_TYPES } from '../messages/body.ts';
import { MAX_FILE_BYTES } from '../messages/limits.ts';
import type { PlainOperation } from '../operation.ts';

/**
 * Message files are transferred as raw bytes, outside the contract: `POST /api/files?name=NAME` with the bytes as body
 * and their `content-type` returns 201 with a {@link storedFile}; `GET /api/files/ID` returns the bytes to the
 * workspace that owns them. Errors use the API's usual envelope: 413 `PAYLOAD_TOO_LARGE` or `STORAGE_FULL`, 422
 * `INVALID`.
 */
export const FILES_PATH = '/api/files';

/** A file that messages of the workspace can attach. */
export const storedFile = z.object({
  _id: entityId,
  /** The given name, without characters that are invalid in file names. */
  name: z.string(),
  mimeType: z.string(),
  /** How WhatsApp shows it. */
  media: z.enum(MEDIA_TYPES),
  bytes: z.number().int().min(1).max(MAX_FILE_BYTES),
});
export type StoredFile = z.infer<typeof storedFile>;

/** Guards and scopes of these two operations. */
export const fileOperations = {
  upload: { name: 'files.upload', guard: 'member', effect: 'change', scope: 'files' },
  read: { name: 'files.read', guard: 'member', effect: 'read', scope: 'files' },
} as const satisfies Record<string, PlainOperation>;

export const fileErrors = {
  STORAGE_FULL: { status: 413, message: 'This workspace can’t store more files.' },
} as const;
