import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/** The caller's address; always set by this server, never taken from a client. */
export const CLIENT_ADDRESS_HEADER = 'x-switchyard-client-address';

/** Converts Node's headers to web headers. */
export function webHeaders(headers: IncomingHttpHeaders): Headers {
  const converted = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) for (const item of value) converted.append(name, item);
    else if (value !== undefined) converted.set(name, value);
  }
  return converted;
}

/** Copies the headers that hooks have set to Node's response, for a response that Fastify does not send itself. */
export function copyHeadersToRaw(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}
