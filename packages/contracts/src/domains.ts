import type { z } from 'zod';
import { accountsAuditNouns } from './accounts/audit.ts';
import { accountsLiveEvents } from './accounts/events.ts';
import { accountsNotices } from './accounts/notices.ts';
import { agentAuditNouns } from './agent/audit.ts';
import { agentLiveEvents } from './agent/events.ts';
import { automationsAuditNouns } from './automations/audit.ts';
import { automationsLiveEvents } from './automations/events.ts';
import { automationsNotices } from './automations/notices.ts';
import { billingAuditNouns } from './billing/audit.ts';
import { billingNotices } from './billing/notices.ts';
import { boardsAuditNouns } from './boards/audit.ts';
import { boardsLiveEvents } from './boards/events.ts';
import { boardsNotices } from './boards/notices.ts';
import { botsAuditNouns } from './bots/audit.ts';
import { botsLiveEvents } from './bots/events.ts';
import { botsNotices } from './bots/notices.ts';
import { campaignsAuditNouns } from './campaigns/audit.ts';
import { campaignsLiveEvents } from './campaigns/events.ts';
import { campaignsNotices } from './campaigns/notices.ts';
import { chatsAuditNouns } from './chats/audit.ts';
import { chatsLiveEvents } from './chats/events.ts';
import { clusterAuditNouns } from './cluster/audit.ts';
import { contactsAuditNouns } from './contacts/audit.ts';
import { contactsLiveEvents } from './contacts/events.ts';
import { enginesAuditNouns } from './engines/audit.ts';
import { enginesLiveEvents } from './engines/events.ts';
import { enginesNotices } from './engines/notices.ts';
import { inboxAuditNouns } from './inbox/audit.ts';
import { inboxLiveEvents } from './inbox/events.ts';
import { inboxNotices } from './inbox/notices.ts';
import { installationAuditNouns } from './installation/audit.ts';
import { installationNotices } from './installation/notices.ts';
import { knowledgeAuditNouns } from './knowledge/audit.ts';
import { knowledgeLiveEvents } from './knowledge/events.ts';
import { mcpAuditNouns } from './mcp/audit.ts';
import { mcpLiveEvents } from './mcp/events.ts';
import { mcpNotices } from './mcp/notices.ts';
import { messagesAuditNouns } from './messages/audit.ts';
import { messagesLiveEvents } from './messages/events.ts';
import { messagesNotices } from './messages/notices.ts';
import type { NoticeFacts } from './notice.ts';
import { notificationsAuditNouns } from './notifications/audit.ts';
import { notificationsLiveEvents } from './notifications/events.ts';
import { notificationsNotices } from './notifications/notices.ts';
import { publicApiAuditNouns } from './public-api/audit.ts';
import { publicApiLiveEvents } from './public-api/events.ts';
import { sharesAuditNouns } from './shares/audit.ts';
import { sharesLiveEvents } from './shares/events.ts';
import { suppressionAuditNouns } from './suppression/audit.ts';
import { webhooksAuditNouns } from './webhooks/audit.ts';
import { webhooksLiveEvents } from './webhooks/events.ts';
import { webhooksNotices } from './webhooks/notices.ts';
import { workspacesAuditNouns } from './workspaces/audit.ts';
import { workspacesLiveEvents } from './workspaces/events.ts';

interface DomainFacts {
  /** Nouns for filtering the audit log: `member` of `member.role`. */
  auditNouns: readonly string[];
  /** Events that its server publishes to browsers. */
  liveEvents: readonly z.ZodType<{ type: string }>[];
  /** Kinds of notifications. */
  notices: Record<string, NoticeFacts>;
}
interface NoFacts {
  auditNouns: readonly [];
  liveEvents: readonly [];
  notices: Record<never, never>;
}

const domain = <const Facts extends Partial<DomainFacts>>(facts: Facts) =>
  ({ auditNouns: [], liveEvents: [], notices: {}, ...facts }) as Omit<NoFacts, keyof Facts> & Facts;

/**
 * All domains with such facts: the single list from which the audit nouns, live events and notification kinds are
 * derived.
 */
const DOMAINS = {
  workspaces: domain({ auditNouns: workspacesAuditNouns, liveEvents: workspacesLiveEvents }),
  billing: domain({ auditNouns: billingAuditNouns, notices: billingNotices }),
  notifications: domain({
    auditNouns: notificationsAuditNouns,
    liveEvents: notificationsLiveEvents,
    notices: notificationsNotices,
  }),
  accounts: domain({ auditNouns: accountsAuditNouns, liveEvents: accountsLiveEvents, notices: accountsNotices }),
  webhooks: domain({ auditNouns: webhooksAuditNouns, liveEvents: webhooksLiveEvents, notices: webhooksNotices }),
  engines: domain({ auditNouns: enginesAuditNouns, liveEvents: enginesLiveEvents, notices: enginesNotices }),
  contacts: domain({ auditNouns: contactsAuditNouns, liveEvents: contactsLiveEvents }),
  suppression: domain({ auditNouns: suppressionAuditNouns }),
  messages: domain({ auditNouns: messagesAuditNouns, liveEvents: messagesLiveEvents, notices: messagesNotices }),
  chats: domain({ auditNouns: chatsAuditNouns, liveEvents: chatsLiveEvents }),
  campaigns: domain({ auditNouns: campaignsAuditNouns, liveEvents: campaignsLiveEvents, notices: campaignsNotices }),
  knowledge: domain({ auditNouns: knowledgeAuditNouns, liveEvents: knowledgeLiveEvents }),
  bots: domain({ auditNouns: botsAuditNouns, liveEvents: botsLiveEvents, notices: botsNotices }),
  automations: domain({
    auditNouns: automationsAuditNouns,
    liveEvents: automationsLiveEvents,
    notices: automationsNotices,
  }),
  inbox: domain({ auditNouns: inboxAuditNouns, liveEvents: inboxLiveEvents, notices: inboxNotices }),
  boards: domain({ auditNouns: boardsAuditNouns, liveEvents: boardsLiveEvents, notices: boardsNotices }),
  shares: domain({ auditNouns: sharesAuditNouns, liveEvents: sharesLiveEvents }),
  publicApi: domain({ auditNouns: publicApiAuditNouns, liveEvents: publicApiLiveEvents }),
  cluster: domain({ auditNouns: clusterAuditNouns }),
  installation: domain({ auditNouns: installationAuditNouns, notices: installationNotices }),
  mcp: domain({ auditNouns: mcpAuditNouns, liveEvents: mcpLiveEvents, notices: mcpNotices }),
  agent: domain({ auditNouns: agentAuditNouns, liveEvents: agentLiveEvents }),
};
type Domains = (typeof DOMAINS)[keyof typeof DOMAINS];

export type AuditNoun = Domains['auditNouns'][number];
/** Noun and action, such as `member.role`. */
export type AuditAction = `${AuditNoun}.${string}`;
export const AUDIT_NOUNS: readonly AuditNoun[] = Object.values(DOMAINS).flatMap(({ auditNouns }) => [...auditNouns]);

/**
 * Events that the server publishes to browsers on their workspace's MQTT topic. Changes within a moment are published
 * together. Each may have an `author`: the page (`x-socket-id`) that made the change, which ignores the event. An event
 * names what changed; a browser that missed some reloads from the API (`*.stale`), so a lost event costs freshness
 * only.
 */
export type LiveEvent = z.infer<Domains['liveEvents'][number]>;

type KindsOf<Facts> = Facts extends { notices: infer Notices } ? keyof Notices & string : never;
export type NotificationKind = KindsOf<Domains>;
const notices: Record<string, NoticeFacts> = Object.assign({}, ...Object.values(DOMAINS).map((facts) => facts.notices));
export const NOTIFICATION_KINDS = Object.keys(notices) as NotificationKind[];

/** Returns who receives a kind of notification, and how. */
export const noticeFacts = (kind: NotificationKind): NoticeFacts => notices[kind] as NoticeFacts;
