/** What a client of the broker presents. Empty strings when it gave none. */
export interface Credentials {
  username: string;
  password: string;
}

/** Topic filters (`+` and `#` as in MQTT) that a connection may publish to and subscribe to. */
export interface TopicRights {
  publish: string[];
  subscribe: string[];
  /** Whose connections are limited together, such as all of a person's; default: those with one user name. */
  holder?: string;
  /** Whose an engine is, so that servers whose browsers watch that workspace hear its presence. */
  workspaceId?: string;
}

/**
 * Whether everything that `wanted` (a topic or a filter) can match is within `granted`. A wildcard in `wanted` needs
 * one at least as wide in `granted`, so that `workspace/+/live` is not let in by one workspace's right.
 */
export function covers(granted: string, wanted: string): boolean {
  const right = granted.split('/');
  const asked = wanted.split('/');
  for (const [at, level] of right.entries()) {
    if (level === '#') return asked.length >= at;
    const want = asked[at];
    if (want === undefined || want === '#') return false;
    if (level !== '+' && level !== want) return false;
  }
  return asked.length === right.length;
}

/** Whether the rights include publishing to this topic. */
export const canPublish = (rights: TopicRights, topic: string): boolean =>
  rights.publish.some((granted) => covers(granted, topic));

/** Whether the rights include all that this filter can match. */
export const canSubscribe = (rights: TopicRights, filter: string): boolean =>
  rights.subscribe.some((granted) => covers(granted, filter));
