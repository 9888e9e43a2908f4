import { Agent } from 'node:https';
import { connect } from 'node:net';

/** Redirects Baileys' uploads to the network at `url`, because the host that the network names is unreachable. */
export function localMedia(url: string): Agent {
  const { hostname, port } = new URL(url);
  const agent = new Agent();
  agent.createConnection = () => connect(Number(port), hostname);
  return agent;
}

/** The same for downloads, which Baileys makes with `fetch`. @returns a replacement for the real `fetch` */
export function localFetch(url: string, real: typeof fetch): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(String(input));
    return real(new URL(`${pathname}${search}`, url), init);
  };
}
