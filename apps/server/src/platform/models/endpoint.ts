import type { Config } from '../config/config.ts';
import type { Platform } from '../platform.ts';

/** Where a language model answers: any server that speaks OpenAI's chat completions. */
export interface Endpoint {
  /** With the path before `/chat/completions`, such as `http://localhost:11434/v1`. */
  baseUrl: string;
  /** Null: it asks for none. */
  apiKey: string | null;
  model: string;
  /** Another model of the same server, which makes embeddings; left out: there is none. */
  embeddingModel?: string | null;
  /** Somebody other than the operator has named the address: it may lead to the public internet only. */
  isGuarded?: boolean;
}

/** What a workspace has set for itself. */
interface ModelChoice {
  /** Null: none of its own. */
  endpoint: Endpoint | null;
  /** An owner lets chats go to a model that is not on this machine or its network. */
  sendsChats: boolean;
}
type ChoiceSource = (workspaceId: string) => Promise<ModelChoice>;

/** One for each running server of this process; tests run several. */
const sources = new WeakMap<Platform['database'], ChoiceSource>();

/** Says where workspaces keep what they have set. */
export const keepEndpoints = ({ database }: Pick<Platform, 'database'>, source: ChoiceSource): void =>
  void sources.set(database, source);

/** The model of a workspace: its own, else the instance's (`AI_BASE_URL`). Null: there is none. */
export async function endpointOf(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
): Promise<Endpoint | null> {
  return (await sources.get(database)?.(workspaceId))?.endpoint ?? endpointOfInstance(config);
}

/** The same for what was said in chats. `private`: there is one elsewhere, and no owner lets chats go there. */
export async function endpointForChats(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
): Promise<Endpoint | 'none' | 'private'> {
  const choice = await sources.get(database)?.(workspaceId);
  const endpoint = choice?.endpoint ?? endpointOfInstance(config);
  if (!endpoint) return 'none';
  return isRemote(endpoint) && !choice?.sendsChats ? 'private' : endpoint;
}

/** The embedding model of a workspace, which reads what contacts ask. `private`: as for chats. */
export async function endpointForEmbeddings(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
): Promise<Endpoint | 'none' | 'private'> {
  const choice = await sources.get(database)?.(workspaceId);
  const endpoint = choice?.endpoint ?? endpointOfInstance(config);
  if (!endpoint?.embeddingModel) return 'none';
  return isRemote(endpoint) && !choice?.sendsChats ? 'private' : { ...endpoint, model: endpoint.embeddingModel };
}

/** The model of the instance; null: none is configured. */
export const endpointOfInstance = ({ aiBaseUrl, aiApiKey, aiModel, aiEmbeddingModel }: Config): Endpoint | null =>
  aiBaseUrl !== null && aiModel !== null
    ? { baseUrl: aiBaseUrl, apiKey: aiApiKey, model: aiModel, embeddingModel: aiEmbeddingModel }
    : null;

/** Whether what is sent there leaves this machine and its private network. */
export function isRemote({ baseUrl }: Pick<Endpoint, 'baseUrl'>): boolean {
  const { hostname } = new URL(baseUrl);
  const isAddress = /^[\d.]+$/.test(hostname);
  const isOwnAddress = isAddress && /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname);
  const isOwnName = /^(localhost|[\w-]+)$|\.(local|internal)$/.test(hostname) && !isAddress;
  return !isOwnAddress && !isOwnName && !/^\[(::1|f[cd][0-9a-f:]*)\]$/.test(hostname);
}
