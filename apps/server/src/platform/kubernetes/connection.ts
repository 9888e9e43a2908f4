import type { RequestOptions } from 'node:https';

/** Access to a Kubernetes API. Everything above it is the same for a local cluster and a real one. */
export interface ClusterConnection {
  /** Base URL without a trailing slash. */
  server: string;
  /** Namespace of our objects. */
  namespace: string;
  /**
   * Credentials to add to a request: authorization header, client certificate, authority, agent. Called for each
   * request, because tokens are replaced while the server runs.
   */
  credentials(): Promise<Pick<RequestOptions, 'headers' | 'agent' | 'ca' | 'cert' | 'key' | 'auth'>>;
}

/** A connection by URL and bearer token, such as to the local cluster. */
export function tokenConnection(server: string, token: () => string, namespace: string): ClusterConnection {
  return { server, namespace, credentials: async () => ({ headers: { authorization: `Bearer ${token()}` } }) };
}
