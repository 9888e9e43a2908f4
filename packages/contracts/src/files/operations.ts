import { z } from 'zod';
import { entityId } from '../entity.ts';
import { MEDIA_TYPES } from '../messages/body.ts';
import { MAX_FILE_BYTES } from '../messages/limits.ts';
import type { PlainOperation } from '../operation.ts';

/**
 * Files of messages travel as they are, beside the contract: `POST /api/files?name=NAME` with the bytes as body and
 * their `content-type` answers 201 with a {@link storedFile}; `GET /api/files/ID` answers with the bytes, for the
 * workspace that has them. Refusals are the API's usual envelope: 413 `PAYLOAD_TOO_LARGE` or `STORAGE_FULL`, 422
 * `INVALID`.
 */
export const FILES_PATH = '/api/files';

/** A file that messages of the workspace may carry. */
export const storedFile = z.object({
  _id: entityId,
  /** As given, without what a file name cannot hold. */
  name: z.string(),
  mimeType: z.string(),
  /** How WhatsApp shows it. */
  media: z.enum(MEDIA_TYPES),
  bytes: z.number().int().min(1).max(MAX_FILE_BYTES),
});
export type StoredFile = z.infer<typeof storedFile>;

/** What the contract says of operations, for these two. */
export const fileOperations = {
  upload: { name: 'files.upload', guard: 'member', effect: 'change', scope: 'files' },
  read: { name: 'files.read', guard: 'member', effect: 'read', scope: 'files' },
} as const satisfies Record<string, PlainOperation>;

export const fileErrors = {
  STORAGE_FULL: { status: 413, message: 'This workspace can’t store more files.' },
} as const;
