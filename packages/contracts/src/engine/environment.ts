/** Environment of an engine process. Its pod gets exactly these variables on any platform. */
export interface EngineEnvironment {
  ENGINE_ID: string;
  ENGINE_TOKEN: string;
  /** Base URL of the server, without a trailing slash. */
  SERVER_URL: string;
  /** mqtt:// or ws:// URL of the broker; user name is the engine id, password the engine token. */
  MQTT_URL: string;
  /** Name of the pod, which is the lease's holder. */
  POD_NAME: string;
  ENGINE_DRIVER: string;
  /** Driver `simulator`: base URL of the simulated network's HTTP surface. */
  SIMULATOR_URL?: string;
  /** Driver `wa-js`: path of the browser. Default: Chromium or Chrome in its usual places. */
  CHROMIUM?: string;
  /** Driver `wa-js`: folder of the browser profiles. Default: `.cache/switchyard/profiles` in the home folder. */
  PROFILES_DIR?: string;
  /** Driver `cloud-api`: base URL of the Graph API; defaults to the simulated network's, or Meta's. */
  GRAPH_URL?: string;
  LOG_LEVEL?: string;
}
