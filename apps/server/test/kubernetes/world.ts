import type { Database } from '../../src/platform/database/database.ts';

/** A Kubernetes API to try the server's parts against: a real one, or the local cluster with the same rules. */
export interface KubernetesWorld {
  /** Path of a kubeconfig with the rights of deploy/base/rbac.yaml, by a token in {@link tokenFile}. */
  kubeconfig: string;
  /** Null: the token is in the kubeconfig itself. */
  tokenFile: string | null;
  namespace: string;
  database: Database;
  /** Null: nobody is one here. */
  administrator: Administrator | null;
  /** Ends the API server and starts it again; resolves when it answers. Null: nobody can. */
  restartApi: (() => Promise<void>) | null;
}

/** Undoes what was done. */
export type Undo = () => Promise<void>;

/** What is done to the server's account and around it. */
export interface Administrator {
  /** Makes 40 pods or more in as many states as there are. */
  makeOddPods(): Promise<Undo>;
  /** No pod can be made any more. */
  limitPods(): Promise<Undo>;
  /** The account may see no pods and nodes any more. */
  takeRights(): Promise<Undo>;
  /** The present token is good no more. @returns one that is */
  replaceToken(): Promise<string>;
  /** Applies deploy/base by the server; null: this API has no server-side apply. */
  applyByServer: (() => Promise<void>) | null;
}
