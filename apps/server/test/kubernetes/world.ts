import type { Database } from '../../src/platform/database/database.ts';

/** A Kubernetes API to test the server's parts against: a real one, or the local cluster with the same rules. */
export interface KubernetesWorld {
  /** Path of a kubeconfig with the rights of deploy/base/rbac.yaml, using a token in {@link tokenFile}. */
  kubeconfig: string;
  /** Null if the token is in the kubeconfig itself. */
  tokenFile: string | null;
  namespace: string;
  database: Database;
  /** Null if there is none here. */
  administrator: Administrator | null;
  /** Restarts the API server; resolves when it responds. Null if impossible here. */
  restartApi: (() => Promise<void>) | null;
}

/** Reverts a change. */
export type Undo = () => Promise<void>;

/** Changes to the server's account and its environment. */
export interface Administrator {
  /** Creates at least 40 pods in as many states as exist. */
  makeOddPods(): Promise<Undo>;
  /** No more pods can be created. */
  limitPods(): Promise<Undo>;
  /** The account may no longer read pods and nodes. */
  takeRights(): Promise<Undo>;
  /** Invalidates the current token. @returns a new one */
  replaceToken(): Promise<string>;
  /** Applies deploy/base with server-side apply; null if the API doesn't support it. */
  applyByServer: (() => Promise<void>) | null;
}
