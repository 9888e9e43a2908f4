import { FILES_PATH, type StoredFile } from '@switchyard/contracts/files/operations';
import { ApiError, errorFromBody } from '../api/api-error.ts';
import { requestHeaders } from '../api/request-headers.ts';

/**
 * Uploads a file to the server. Not by fetch, which does not report progress.
 * @param onProgress from 0 to 1
 * @param type the media type, if the browser does not know better
 * @throws ApiError; AbortError when `signal` ends it
 */
export function uploadFile(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
  type = file.type,
): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${FILES_PATH}?name=${encodeURIComponent(file.name.toWellFormed())}`);
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', type || 'application/octet-stream');
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status === 201) resolve(body as StoredFile);
      else reject(errorFromBody(body, request.status, request.getResponseHeader('x-request-id')));
    };
    request.onerror = () =>
      reject(new ApiError({ code: 'OFFLINE', status: 0, message: 'The server cannot be reached.', requestId: null }));
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
