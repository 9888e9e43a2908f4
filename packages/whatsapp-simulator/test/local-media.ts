import { Agent } from 'node:https';
import { connect } from 'node:net';

/**
 * Takes what Baileys uploads to the network at `url` instead of the host that the network names, which nobody can
 * reach.
 */
export function localMedia(url: string): Agent {
  const { hostname, port } = new URL(url);
  const agent = new Agent();
  agent.createConnection = () => connect(Number(port), hostname);
  return agent;
}

/** The same for downloads, which Baileys makes with `fetch`. @returns a `fetch` to stand in for the real one */
export function localFetch(url: string, real: typeof fetch): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(String(input));
    return real(new URL(`${pathname}${search}`, url), init);
  };
}
