import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/**
 * One call as the cluster's owner, on a fresh connection.
 * @param at the cluster's URL and token, and its certificate's authority
 * @returns the body
 * @throws Error with the body of any response but 2xx
 */
export function askCluster(
  at: { url: string; token: string; ca?: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const headers = { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' };
  const send = at.url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(at.url + path, { method, headers, agent: false, ...(at.ca && { ca: at.ca }) }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      answer.on('end', () => ((answer.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(text))));
    });
    outgoing.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
