/** Credentials of an MQTT client; empty strings if it gave none. */
export interface Credentials {
  username: string;
  password: string;
}

/** Topic filters (`+` and `#` as in MQTT) that a connection may publish to and subscribe to. */
export interface TopicRights {
  publish: string[];
  subscribe: string[];
  /** Connections with the same holder are limited together, such as all of a person's; the user name if omitted. */
  holder?: string;
  /** Workspace of an engine, so that servers whose browsers watch that workspace receive its presence. */
  workspaceId?: string;
}

/**
 * Whether everything that `requested` (a topic or a filter) can match is within `granted`. A wildcard in `requested`
 * needs one at least as wide in `granted`, so that the right to one workspace does not grant `workspace/+/live`.
 */
export function covers(granted: string, requested: string): boolean {
  const grantedLevels = granted.split('/');
  const requestedLevels = requested.split('/');
  for (const [index, level] of grantedLevels.entries()) {
    if (level === '#') return requestedLevels.length >= index;
    const requestedLevel = requestedLevels[index];
    if (requestedLevel === undefined || requestedLevel === '#') return false;
    if (level !== '+' && level !== requestedLevel) return false;
  }
  return requestedLevels.length === grantedLevels.length;
}

/** Whether the rights include publishing to this topic. */
export const canPublish = (rights: TopicRights, topic: string): boolean =>
  rights.publish.some((granted) => covers(granted, topic));

/** Whether the rights include everything that this filter can match. */
export const canSubscribe = (rights: TopicRights, filter: string): boolean =>
  rights.subscribe.some((granted) => covers(granted, filter));
