import type { Config } from '../config/config.ts';
import type { Platform } from '../platform.ts';

/** Address of a language model: any server with OpenAI's chat completions API. */
export interface Endpoint {
  /** Includes the path before `/chat/completions`, such as `http://localhost:11434/v1`. */
  baseUrl: string;
  /** Null if the server requires no key. */
  apiKey: string | null;
  model: string;
  /** Embedding model on the same server; omitted if there is none. */
  embeddingModel?: string | null;
  /** The address comes from somebody other than the operator, so it may reach the public internet only. */
  isGuarded?: boolean;
}

/** A workspace's own settings. */
interface ModelChoice {
  /** Null if the workspace has no endpoint of its own. */
  endpoint: Endpoint | null;
  /** Whether an owner allows chats to be sent to a model outside this machine and its network. */
  sendsChats: boolean;
}
type ChoiceSource = (workspaceId: string) => Promise<ModelChoice>;

/** One per running server of this process; tests run several. */
const sources = new WeakMap<Platform['database'], ChoiceSource>();

/** Registers the source of the workspaces' settings. */
export const registerEndpointSource = ({ database }: Pick<Platform, 'database'>, source: ChoiceSource): void =>
  void sources.set(database, source);

/** The model of a workspace: its own, else the instance's (`AI_BASE_URL`). Null if there is none. */
export async function endpointOf(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
): Promise<Endpoint | null> {
  return (await sources.get(database)?.(workspaceId))?.endpoint ?? endpointOfInstance(config);
}

/** The model for texts of chats. `private`: it is remote, and no owner allows chats to be sent there. */
export async function endpointForChats(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
): Promise<Endpoint | 'none' | 'private'> {
  const choice = await sources.get(database)?.(workspaceId);
  const endpoint = choice?.endpoint ?? endpointOfInstance(config);
  if (!endpoint) return 'none';
  return isRemote(endpoint) && !choice?.sendsChats ? 'private' : endpoint;
}

/** The embedding model of a workspace, which reads contacts' questions. `private`: as for chats. */
export async function endpointForEmbeddings(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  workspaceId: string,
): Promise<Endpoint | 'none' | 'private'> {
  const choice = await sources.get(database)?.(workspaceId);
  const endpoint = choice?.endpoint ?? endpointOfInstance(config);
  if (!endpoint?.embeddingModel) return 'none';
  return isRemote(endpoint) && !choice?.sendsChats ? 'private' : { ...endpoint, model: endpoint.embeddingModel };
}

/** The instance's model; null if none is configured. */
export const endpointOfInstance = ({ aiBaseUrl, aiApiKey, aiModel, aiEmbeddingModel }: Config): Endpoint | null =>
  aiBaseUrl !== null && aiModel !== null
    ? { baseUrl: aiBaseUrl, apiKey: aiApiKey, model: aiModel, embeddingModel: aiEmbeddingModel }
    : null;

/** Whether data sent there leaves this machine and its private network. */
export function isRemote({ baseUrl }: Pick<Endpoint, 'baseUrl'>): boolean {
  const { hostname } = new URL(baseUrl);
  const isAddress = /^[\d.]+$/.test(hostname);
  const isOwnAddress = isAddress && /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname);
  const isOwnName = /^(localhost|[\w-]+)$|\.(local|internal)$/.test(hostname) && !isAddress;
  return !isOwnAddress && !isOwnName && !/^\[(::1|f[cd][0-9a-f:]*)\]$/.test(hostname);
}
