/**
 * All MQTT topics, defined only here. Ids are UUIDs and pod names are DNS labels, so no topic part needs escaping.
 * Rights: an engine may access only `engine/{itsId}/#`; an engine host may read only `host/{itsPod}/poke`; a browser
 * may read only `workspace/{itsId}/live` and `user/{itsId}/live`; holders of a share link only `share/{itsId}/live`.
 */
export const topics = {
  /** Retained. `online` while connected; the last will says `offline`. Payload: {@link EnginePresence} as JSON. */
  enginePresence: (engineId: string) => `engine/${engineId}/presence`,
  /**
   * Server → engine: the lane has something due earlier than it knows. Empty payload. QoS 0: a lost poke only costs
   * time.
   */
  enginePoke: (engineId: string) => `engine/${engineId}/poke`,
  /** Server → engine: a command with a reply topic. */
  engineCommand: (engineId: string) => `engine/${engineId}/command`,
  engineReply: (engineId: string) => `engine/${engineId}/reply`,
  /** Server → engine host: its set of engines changed. Empty payload. QoS 0: the host also polls. */
  hostPoke: (podName: string) => `host/${podName}/poke`,
  /** Server → browsers of a workspace. Payload: a `LiveEvent` as JSON. */
  workspaceLive: (workspaceId: string) => `workspace/${workspaceId}/live`,
  /** Server → browsers of one user. */
  userLive: (userId: string) => `user/${userId}/live`,
  /** Server → visitors of one shared table. Says that something changed, never what. */
  shareLive: (shareId: string) => `share/${shareId}/live`,
  everyEnginePresence: 'engine/+/presence',
  everyEngineReply: 'engine/+/reply',
} as const;

export interface EnginePresence {
  state: 'online' | 'offline';
  /** The process instance, so that the last will of an old process does not hide a new one. */
  instanceId: string;
  generation: number;
}
