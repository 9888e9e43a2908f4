import type { RequestOptions } from 'node:https';

/** How to reach a Kubernetes API. Everything above this is the same for the local cluster and a real one. */
export interface ClusterConnection {
  /** Base URL without a trailing slash. */
  server: string;
  /** Where our objects live. */
  namespace: string;
  /**
   * What to add to a request: authorization header, client certificate, authority, agent. Asked anew for each: tokens
   * are replaced while we run.
   */
  credentials(): Promise<Pick<RequestOptions, 'headers' | 'agent' | 'ca' | 'cert' | 'key' | 'auth'>>;
}

/** A connection by URL and bearer token, such as the local cluster's. */
export function tokenConnection(server: string, token: () => string, namespace: string): ClusterConnection {
  return { server, namespace, credentials: async () => ({ headers: { authorization: `Bearer ${token()}` } }) };
}
