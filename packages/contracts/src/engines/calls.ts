import type { z } from 'zod';
import type {
  actsAnswer,
  actsRequest,
  claimAnswer,
  claimRequest,
  contentAnswer,
  contentRequest,
  eventsRequest,
  fenced,
  fetchedFileAnswer,
  fetchedFileQuery,
  fileRequest,
  inboxAnswer,
  inboxRequest,
  leaseAnswer,
  leaseRequest,
  okAnswer,
  previewAnswer,
  readCredentialsAnswer,
  readCredentialsRequest,
  receivedRequest,
  reportAnswer,
  reportRequest,
  writeCredentialsRequest,
} from '../engine/protocol.ts';

/** The protocol's calls as an engine process makes them, one per path of `ENGINE_PROTOCOL_PATHS`. */
export interface EngineCalls {
  lease(body: z.input<typeof leaseRequest>): Promise<z.infer<typeof leaseAnswer>>;
  renew(body: z.input<typeof fenced>): Promise<z.infer<typeof okAnswer>>;
  release(body: z.input<typeof fenced>): Promise<z.infer<typeof okAnswer>>;
  claim(body: z.input<typeof claimRequest>): Promise<z.infer<typeof claimAnswer>>;
  report(body: z.input<typeof reportRequest>): Promise<z.infer<typeof reportAnswer>>;
  events(body: z.input<typeof eventsRequest>): Promise<z.infer<typeof okAnswer>>;
  readCredentials(body: z.input<typeof readCredentialsRequest>): Promise<z.infer<typeof readCredentialsAnswer>>;
  writeCredentials(body: z.input<typeof writeCredentialsRequest>): Promise<z.infer<typeof okAnswer>>;
  content(body: z.input<typeof contentRequest>): Promise<z.infer<typeof contentAnswer>>;
  inbox(body: z.input<typeof inboxRequest>): Promise<z.infer<typeof inboxAnswer>>;
  received(body: z.input<typeof receivedRequest>): Promise<z.infer<typeof okAnswer>>;
  acts(body: z.input<typeof actsRequest>): Promise<z.infer<typeof actsAnswer>>;
  file(body: z.input<typeof fileRequest>): Promise<Uint8Array>;
  /** Preview of the same file; servers of an earlier version do not have this call. */
  preview(body: z.input<typeof fileRequest>): Promise<z.infer<typeof previewAnswer>>;
  fetchedFile(
    query: z.input<typeof fetchedFileQuery>,
    content: { bytes: Uint8Array; mimeType: string },
  ): Promise<z.infer<typeof fetchedFileAnswer>>;
}
