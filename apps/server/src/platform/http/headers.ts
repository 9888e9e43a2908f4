import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/** The address of whoever asks; always set by ourselves, never taken from a client. */
export const CLIENT_ADDRESS_HEADER = 'x-switchyard-client-address';

/** Node's headers as the web's. */
export function webHeaders(headers: IncomingHttpHeaders): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) for (const one of value) made.append(name, one);
    else if (value !== undefined) made.set(name, value);
  }
  return made;
}

/**
 * Hands the headers that hooks have given an answer to Node's own answer, for one that Fastify does not send itself.
 */
export function tellHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}
