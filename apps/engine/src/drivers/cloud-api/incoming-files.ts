import { createHash } from 'node:crypto';
import type { CloudApiCredential } from '@switchyard/contracts/engine/protocol';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { TextError, text } from '@switchyard/contracts/text/text';
import type { FileContent, FileRequest } from '../driver.ts';
import type { GraphClient } from './graph-client.ts';

/** A webhook's reference to a file. `sha256` is hex or base64, depending on Meta; empty if unknown. */
export interface FileSource {
  id: string;
  sha256: string;
}

/** Downloads a file named by a webhook; Meta stores it for 30 days. @throws Error with a text for the user */
export async function fetchFile(
  { source, mimeType }: FileRequest,
  graph: GraphClient,
  { apiVersion, accessToken }: CloudApiCredential,
): Promise<FileContent> {
  const { id, sha256 } = JSON.parse(source) as FileSource;
  const answer = await graph.call('GET', `${apiVersion}/${id}`, accessToken);
  if (answer.kind !== 'answer') throw new Error(answer.cause);
  const { url } = answer.body;
  if (answer.httpStatus >= 300 || typeof url !== 'string') throw new TextError(text('whatsappFileGone'));
  const bytes = await graph.download(url, accessToken, MAX_FILE_BYTES);
  const hash = createHash('sha256').update(bytes).digest();
  if (sha256 !== '' && sha256 !== hash.toString('hex') && sha256 !== hash.toString('base64')) {
    throw new Error('the file arrived damaged');
  }
  return { bytes, mimeType };
}
