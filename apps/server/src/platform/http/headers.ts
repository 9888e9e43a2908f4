import type { IncomingHttpHeaders } from 'node:http';

/** Node's headers as the web's. */
export function webHeaders(headers: IncomingHttpHeaders): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) for (const one of value) made.append(name, one);
    else if (value !== undefined) made.set(name, value);
  }
  return made;
}
