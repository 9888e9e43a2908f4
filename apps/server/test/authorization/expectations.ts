import { createHash, createHmac, randomUUID } from 'node:crypto';
import { UNINSTALL_PATH } from '@switchyard/contracts/accounts/uninstall';
import { BTGPT_PATH } from '@switchyard/contracts/agent/operations';
import { clusterStreams } from '@switchyard/contracts/cluster/feed';
import { CLUSTER_STREAM_PATH } from '@switchyard/contracts/cluster/paths';
import { PERSONAL_DATA_EXPORT_PATH, personalDataExport } from '@switchyard/contracts/contacts/personal-data';
import { ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/constants';
import {
  EXTENSION_PAIR_PATH,
  EXTENSION_QUEUE_PATH,
  EXTENSION_UNPAIR_PATH,
} from '@switchyard/contracts/engine/extension';
import { ENGINE_HOST_PATH, HOST_RENEWALS_PATH } from '@switchyard/contracts/engine/host';
import type { EngineCalls } from '@switchyard/contracts/engines/calls';
import { FILES_PATH, fileOperations } from '@switchyard/contracts/files/operations';
import { topics } from '@switchyard/contracts/live/topics';
import type { OperationMeta } from '@switchyard/contracts/operation';
import { publicApiContract } from '@switchyard/contracts/public-api/operations';
import { actionOperations } from '../../src/domains/bots/statistics/actions.http.ts';
import { demoKeyOperation } from '../../src/domains/demo/demo-key.http.ts';
import { demoLifeOperations } from '../../src/domains/demo/life/demo-life.http.ts';
import { hashSecret } from '../../src/domains/public-api/inbound/inbound.queries.ts';
import { simulatorOperations } from '../../src/domains/simulator/mount-simulator.ts';
import { TEST_SECRET } from '../test-server.ts';
import { type Fixture, MARK } from './fixture.ts';

/**
 * The access matrix, written by hand: one row for every operation of the contract, every other route, every MQTT topic
 * and the cluster's API. The test fails for an operation without a row, and for a row without its operation.
 *
 * To add an operation, add a row with an example input for the fixture (`fixture.ts`, which inserts what it needs with
 * SQL) and one word per caller. Take the words from the specification and the policy, not from the test's output.
 *
 *   ok        done, or answered with data of our workspace
 *   nothing   answered, but it shows nothing of our workspace and changes no table
 *   own       done in the caller's own workspace or account; nothing of ours is shown or changed
 *   401 …     refused with this status. After a refusal every table is unchanged, down to the last row.
 *
 * The words are for    outsider · member · owner · support · admin   (see columns.ts). Callers without a login
 * (anonymous · signedOut · engine · rival · host) get 401, unless a row has words for these five as well.
 */
export interface Row<Request> {
  example: (fixture: Fixture) => Request;
  people: string;
  strangers: string;
  /** SQL that the example depends on. */
  given?: (fixture: Fixture) => string;
}
type Options = Partial<Pick<Row<never>, 'strangers' | 'given'>>;

const row = <Request>(example: (fixture: Fixture) => Request, people: string, options: Options = {}): Row<Request> => ({
  example,
  people,
  strangers: '401 401 401 401 401',
  ...options,
});

const none = () => ({});
const bot = ({ ours }: Fixture) => ({ id: ours.botId });
const botSession = ({ ours }: Fixture) => ({ id: ours.botSessionId });
const engine = ({ ours }: Fixture) => ({ id: ours.engineId });
const inBrowser = ({ ours }: Fixture) =>
  `update engines set engine_type = 'whatsapp-web' where id = '${ours.engineId}'`;
const cloudEngine = ({ ours }: Fixture) => ({ id: ours.cloudEngineId });
const knowledgeBase = ({ ours }: Fixture) => ({ id: ours.knowledgeBaseId });
const talk = ({ ours }: Fixture) => ({ id: ours.conversationId });
const talkAtOne = (fixture: Fixture) => ({ ...talk(fixture), version: 1 });
const givenTalk = (status: string) => (fixture: Fixture) =>
  `update conversations set status = '${status}' where id = '${fixture.ours.conversationId}'`;
/** The same person as in `talk`, through another number. */
const OTHER_CHAT = '01999999-0000-7000-8000-000000000046';
const inboxTeam = ({ ours }: Fixture) => ({ id: ours.inboxTeamId });
const quickReply = ({ ours }: Fixture) => ({ id: ours.quickReplyId });
const macro = ({ ours }: Fixture) => ({ id: ours.macroId });
const closing = { name: 'Close', actions: [{ kind: 'resolve' }], isShared: true };
const reportDays = { from: '2026-01-01', to: '2026-12-31' };
const greeting = { title: 'Greeting', text: 'Hello', isShared: true };
const board = ({ ours }: Fixture) => ({ id: ours.boardId });
const automation = ({ ours }: Fixture) => ({ id: ours.automationId });
const rule = ({ ours }: Fixture) => ({
  name: 'Rule',
  trigger: { kind: 'itemCreated' },
  filters: [],
  steps: [{ kind: 'moveToGroup', groupId: ours.emptyGroupId }],
});
const boardItem = ({ ours }: Fixture) => ({ id: ours.boardItemId });
const letter = { message: 'Hello', contactList: [{ mobile: '+447700900002' }] };
const pod = ({ ours }: Fixture) => ({ podName: ours.podName });
const chosen = ({ ours }: Fixture) => ({ selection: { ids: [ours.contactId] } });
const subscription = ({ ours }: Fixture) => ({ subscriptionId: ours.subscriptionId });
const campaign = ({ ours }: Fixture) => ({ id: ours.campaignId });
const EVERYBODY = { from: { kind: 'all' } };
const campaignDraft = { name: 'Sale', audience: EVERYBODY, variants: ['Hi {name}'] };
const OTHER_ID = randomUUID();
const GRANT_ID = randomUUID();
const GRANT_QUERY = 'client_id=known&redirect_uri=http%3A%2F%2F127.0.0.1%2Fback&scope=mcp%3Aread&exp=99999999999';
const givenGrant = ({ ours }: Fixture) =>
  `with client as (insert into oauth_clients (id, client_id, name, redirect_uris)
     values ('${randomUUID()}', 'known', '${MARK}', '{http://127.0.0.1/back}') returning client_id)
   insert into oauth_grants (id, client_id, user_id, reference_id, scopes)
     select '${GRANT_ID}', client_id, '${ours.ownerId}', '${ours.workspaceId}', '{mcp:read}' from client`;
const EMAIL_CHANGE_ID = randomUUID();
const UNDO_TOKEN = `${EMAIL_CHANGE_ID}.${createHmac('sha256', TEST_SECRET).update(`email-change:undo:${EMAIL_CHANGE_ID}`).digest('base64url')}`;
const IMPORT_ID = randomUUID();
const MOVE_ID = randomUUID();
const SERIES_ID = randomUUID();
const CONVERSATION_ID = randomUUID();
const CONFIRMATION_ID = randomUUID();
/** The assistant has asked our owner to confirm cancelling our pending message. */
const givenConversation = ({ ours: { workspaceId, ownerId, pendingId } }: Fixture) =>
  `insert into agent_conversations (id, workspace_id, user_id, title) values ('${CONVERSATION_ID}', '${workspaceId}', '${ownerId}', 'Talk ${MARK}');
   insert into agent_messages (id, conversation_id, role, content) values ('${CONVERSATION_ID}', '${CONVERSATION_ID}', 'agent', 'Said ${MARK}');
   insert into agent_confirmations (id, workspace_id, user_id, conversation_id, message_id, tool, steps, expires_at)
     values ('${CONFIRMATION_ID}', '${workspaceId}', '${ownerId}', '${CONVERSATION_ID}', '${CONVERSATION_ID}', 'cancel_message',
       '[{"tool":"cancel_message","args":{"id":"${pendingId}","version":1},"row":null}]', now() + interval '1 minute')`;
const OUTCOME =
  '{"tool":"cancel_message","id":"PENDING","version":1,"recipientId":"447700900001@c.us","recipientName":"Ann","before":null}';
/** Our pending message is the only one of a series. */
const givenSeries = ({ ours: { workspaceId, pendingId } }: Fixture, state = 'active') =>
  `insert into message_series (id, workspace_id, contact_name, contact_list, recipient, body, sent_with, origin, rule, start, zone, state)
     values ('${SERIES_ID}', '${workspaceId}', 'Ann ${MARK}', '[]', '+447700900001', 'Hello ${MARK}', 'whatsapp', 'web', 'FREQ=YEARLY',
       '2030-01-01T09:00', 'UTC', '${state}');
   update messages set series_id = '${SERIES_ID}', series_slot = '2030-01-01T09:00' where id = '${pendingId}'`;
/** Our pending message is held as overdue until a person decides. */
const givenOverdue = ({ ours }: Fixture) => `update messages set hold_rule = 'overdue' where id = '${ours.pendingId}'`;
const KEY_ID = randomUUID();
const givenKey = ({ ours }: Fixture) =>
  `insert into api_keys (id, workspace_id, user_id, name, prefix, hash, scopes) values ('${KEY_ID}', '${ours.workspaceId}', '${ours.ownerId}', '${MARK}', 'sy_x', 'x', '{}')`;
const WEBHOOK_ID = randomUUID();
const WEBHOOK_EVENT_ID = randomUUID();
const DELIVERY_ID = randomUUID();
const ownWebhook = () => ({ id: WEBHOOK_ID });
/** Our workspace has a webhook with a delivery. */
const givenWebhook = ({ ours: { workspaceId, ownerId } }: Fixture) =>
  `insert into webhook_endpoints (id, workspace_id, created_by, url, events, secret)
     values ('${WEBHOOK_ID}', '${workspaceId}', '${ownerId}', 'https://example.test/${MARK}', '{campaign.started}', '\\x00');
   insert into webhook_events (id, workspace_id, type, data)
     values ('${WEBHOOK_EVENT_ID}', '${workspaceId}', 'campaign.started', '{"name":"${MARK}"}');
   insert into webhook_deliveries (id, workspace_id, endpoint_id, event_id, subject, state)
     values ('${DELIVERY_ID}', '${workspaceId}', '${WEBHOOK_ID}', '${WEBHOOK_EVENT_ID}', 'campaign:1', 'failed')`;
const INBOUND_ID = randomUUID();
const INBOUND_SECRET = 'what-only-a-form-knows';
const ownInbound = () => ({ id: INBOUND_ID });
/** Our workspace has an inbound address that sends its template. */
const givenInbound = ({ ours: { workspaceId, ownerId, templateId } }: Fixture) =>
  `insert into inbound_webhooks (id, workspace_id, created_by, name, template_id, hash, prefix)
     values ('${INBOUND_ID}', '${workspaceId}', '${ownerId}', '${MARK}', '${templateId}', '${hashSecret(INBOUND_SECRET)}', 'what-o')`;
const INVOICE_ID = randomUUID();
const givenInvoice = ({ ours }: Fixture) =>
  `insert into invoices (id, workspace_id, workspace_name, bill_to, plan, months, amount_cents, currency, from_at, until_at)
     values ('${INVOICE_ID}', '${ours.workspaceId}', '${MARK}', '', 'pro', 1, 1900, 'EUR', now(), now())`;
/** Our workspace has a notification. */
const givenNotification = ({ ours: { workspaceId } }: Fixture) =>
  `insert into notifications (id, workspace_id, kind, subject, data)
     values (uuidv7(), '${workspaceId}', 'engine-off', 'x', '{"name":"${MARK}"}')`;
const SIGN_IN_ID = randomUUID();
/** Our owner has a second sign-in. */
const givenSignIn = ({ ours: { ownerId } }: Fixture) =>
  `insert into login_sessions (id, user_id, token, expires_at) values ('${SIGN_IN_ID}', '${ownerId}', 'elsewhere', now() + interval '1 day')`;
/** Our workspace has a second owner, so that the first can leave. */
const aloneInOurs = ({ ours: { workspaceId, memberId } }: Fixture) =>
  `update workspace_members set role = 'owner' where organization_id = '${workspaceId}' and user_id = '${memberId}'`;
const PERSON_ID = randomUUID();
/** A person whom a platform admin manages. */
const givenPerson =
  (state = '{}') =>
  () =>
    `insert into users (id, name, email) values ('${PERSON_ID}', '${MARK}', 'somebody@example.test');
     update users set suspended_at = (j->>'suspended')::timestamptz, delete_after = (j->>'deleted')::timestamptz
       from (select '${state}'::json as j) one where id = '${PERSON_ID}'`;
const somebody = () => ({ id: PERSON_ID });
const workspaceOfOurs = ({ ours }: Fixture) => ({ id: ours.workspaceId });
const PASSKEY_ID = randomUUID();
const INVITATION_ID = randomUUID();
const INVITATION_TOKEN = 'a token that only its link carries';
/** The outsider is invited to our workspace. */
const givenInvitation = ({ ours: { workspaceId, ownerId }, outsider }: Fixture) =>
  `insert into workspace_invitations (id, organization_id, email, role, token_hash, expires_at, inviter_id)
     values ('${INVITATION_ID}', '${workspaceId}', '${outsider.email}', 'member',
       '${createHash('sha256').update(INVITATION_TOKEN).digest('hex')}', now() + interval '1 day', '${ownerId}')`;
export const SHARE_ID = randomUUID();
export const SHARE_TOKEN = 'a'.repeat(43);
/** Our board has a share link. */
export const givenShare =
  (kind: 'table' | 'form' | 'invitation') =>
  ({ ours: { workspaceId, ownerId, boardId, boardColumnId, boardGroupId } }: Fixture) =>
    `insert into shares (id, workspace_id, board_id, kind, name, token_hash, fields, group_id, created_by)
       values ('${SHARE_ID}', '${workspaceId}', '${boardId}', '${kind}', 'Shared ${MARK}',
         '${createHash('sha256').update(SHARE_TOKEN).digest('hex')}',
         '[{"columnId":"${boardColumnId}","isRequired":false,"help":""}]', '${boardGroupId}', '${ownerId}')`;
const givenDependency = ({ ours }: Fixture) =>
  `insert into item_dependencies (item_id, waits_for_id) values ('${ours.boardItemId}', '${ours.otherItemId}')`;
const givenPushKeys = () => `insert into push_key_pairs values ('key', '') on conflict do nothing`;
const ANYBODY = 'nothing nothing nothing nothing nothing';

// ── The contract, by operation ──────────────────────────────────── outsider member owner support admin

export const OPERATIONS: Record<string, Row<object>> = {
  'accounts.me': row(none, 'nothing  ok  ok  ok  nothing'),
  'accounts.settings': row(none, ANYBODY, { strangers: ANYBODY }),
  'accounts.switchWorkspace': row(({ ours: { workspaceId } }) => ({ workspaceId }), '404  ok  ok  403  404'),
  'accounts.updateWorkspace': row(() => ({ name: 'Another name' }), 'own  403  ok  403  own'),
  'accounts.updateProfile': row(() => ({ fullName: 'Another' }), 'own  ok  ok  403  own'),
  // The admin's actions on our pods name them.
  'accounts.exportMine': row(none, 'nothing  ok  ok  403  ok'),
  'accounts.remove': row(none, 'own  ok  ok  403  own', { given: aloneInOurs }),
  'accounts.keep': row(none, 'own  ok  ok  403  own', {
    given: (fixture) => `${aloneInOurs(fixture)}; update users set delete_after = now() + interval '1 day'`,
  }),
  'accounts.security': row(none, ANYBODY),
  // Without a mail server there is no verification; verify-address.test.ts has one.
  'accounts.askVerification': row(none, '404  404  404  403  404'),
  'accounts.verifyAddress': row(() => ({ token: 'made up' }), '404  404  404  403  404'),
  'accounts.askEmailChange': row(() => ({ email: 'another@example.test' }), 'own  ok  ok  403  own'),
  'accounts.confirmEmailChange': row(() => ({ token: 'made up' }), '404  404  404  403  404'),
  'accounts.undoEmailChange': row(() => ({ token: UNDO_TOKEN }), 'ok  ok  ok  403  ok', {
    strangers: 'ok ok ok ok ok',
    given: ({ ours }) =>
      `insert into email_changes (id, user_id, before, after, confirmed_at) values ('${EMAIL_CHANGE_ID}', '${ours.ownerId}', 'before@example.test', 'after@example.test', now())`,
  }),
  'accounts.revokeCredentials': row(none, 'nothing  nothing  ok  403  nothing', { given: givenKey }),
  'accounts.removePasskey': row(() => ({ id: PASSKEY_ID }), '404  404  ok  403  404', {
    given: ({ ours: { ownerId } }) =>
      `insert into passkeys (id, user_id, name, credential_id, public_key, counter, device_type, backed_up)
         values ('${PASSKEY_ID}', '${ownerId}', 'Key', 'credential', 'public', 0, 'singleDevice', false)`,
  }),
  'accounts.signIns': row(none, ANYBODY),
  'accounts.endSignIn': row(() => ({ id: SIGN_IN_ID }), '404  404  ok  403  404', { given: givenSignIn }),
  'accounts.endOtherSignIns': row(none, 'nothing  nothing  ok  403  nothing', { given: givenSignIn }),
  'accounts.diagnostics': row(none, '403  403  403  403  nothing'),
  'accounts.outbox': row(none, '403  403  403  403  ok'),

  // Anyone following a client's link sees its name; the request needs a signature to be approved.
  'oauth.request': row(() => ({ query: GRANT_QUERY }), 'ok  ok  ok  ok  ok', { given: givenGrant }),
  'oauth.decide': row(
    () => ({ query: GRANT_QUERY, isAllowed: true, scopes: ['mcp:read'] }),
    '409  409  409  403  409',
    { given: givenGrant },
  ),
  'oauth.grants': row(none, 'nothing  nothing  ok  ok  nothing', { given: givenGrant }),
  'oauth.revoke': row(() => ({ id: GRANT_ID }), '404  404  ok  403  404', { given: givenGrant }),
  'apiKeys.list': row(none, 'nothing  403  ok  ok  nothing', { given: givenKey }),
  'apiKeys.create': row(
    () => ({ name: 'For a program', scopes: ['messages:read'], expiresInDays: null }),
    'own  403  ok  403  own',
  ),
  'apiKeys.revoke': row(() => ({ id: KEY_ID }), '404  403  ok  403  404', { given: givenKey }),

  'webhooks.list': row(none, 'nothing  403  ok  ok  nothing', { given: givenWebhook }),
  'webhooks.create': row(
    () => ({ url: 'https://example.test/hook', events: ['message.sent'], description: null }),
    'own  403  ok  403  own',
  ),
  'webhooks.get': row(ownWebhook, '404  403  ok  ok  404', { given: givenWebhook }),
  'webhooks.update': row(() => ({ ...ownWebhook(), state: 'disabled' }), '404  403  ok  403  404', {
    given: givenWebhook,
  }),
  'webhooks.remove': row(ownWebhook, '404  403  ok  403  404', { given: givenWebhook }),
  'webhooks.rotateSecret': row(ownWebhook, '404  403  ok  403  404', { given: givenWebhook }),
  'webhooks.test': row(ownWebhook, '404  403  ok  403  404', { given: givenWebhook }),
  'webhooks.deliveries': row(none, 'nothing  403  ok  ok  nothing', { given: givenWebhook }),
  'webhooks.attempts': row(() => ({ id: DELIVERY_ID }), '404  403  ok  ok  404', { given: givenWebhook }),
  'webhooks.replaySelected': row(() => ({ ids: [DELIVERY_ID] }), '404  403  ok  403  404', { given: givenWebhook }),
  'webhooks.replaySince': row(() => ({ ...ownWebhook(), since: '2020-01-01T00:00:00Z' }), '404  403  ok  403  404', {
    given: givenWebhook,
  }),
  'webhooks.replay': row(() => ({ id: DELIVERY_ID }), '404  403  ok  403  404', { given: givenWebhook }),

  'inboundWebhooks.list': row(none, 'nothing  403  ok  ok  nothing', { given: givenInbound }),
  'inboundWebhooks.create': row(
    ({ ours }) => ({ name: 'Bookings', templateId: ours.templateId }),
    '422  403  ok  403  422',
  ),
  'inboundWebhooks.update': row(() => ({ ...ownInbound(), name: 'Other' }), '404  403  ok  403  404', {
    given: givenInbound,
  }),
  'inboundWebhooks.rotate': row(ownInbound, '404  403  ok  403  404', { given: givenInbound }),
  'inboundWebhooks.revoke': row(ownInbound, '404  403  ok  403  404', { given: givenInbound }),

  // A support session is recorded in the workspace it concerns; support staff need no other right.
  'support.begin': row(
    ({ ours: { ownerId, workspaceId } }) => ({ userId: ownerId, workspaceId, reason: 'asked' }),
    '403  403  403  403  ok',
  ),
  'support.end': row(({ ours }) => ({ userId: ours.ownerId }), 'nothing  nothing  nothing  403  ok'),
  'support.list': row(none, 'nothing  403  ok  ok  nothing'),
  'support.consent': row(none, ANYBODY),
  'support.setConsent': row(() => ({ mayReadTexts: false }), 'own  403  ok  403  own'),
  // Owners may read the log; here it is still empty (people.test.ts tests what they see, and who may not).
  'audit.list': row(none, 'nothing  403  nothing  nothing  nothing'),

  'billing.subscription': row(none, ANYBODY),
  // In the demo, owners may try both plans; a platform admin records payment for other workspaces.
  'billing.changePlan': row(() => ({ plan: 'free' }), 'own  403  ok  403  own', {
    given: () => `update workspaces set plan = 'pro'`,
  }),
  'billing.startTrial': row(none, 'own  403  ok  403  own', { given: () => `update workspaces set plan = 'free'` }),
  // This server takes no payments; stripe.test.ts tests a server that does.
  'billing.openPayment': row(none, '404  403  404  403  404'),
  'billing.readPayment': row(none, '404  403  404  403  404'),
  'billing.saveBillTo': row(() => ({ billTo: '1 High Street' }), 'own  403  ok  403  own'),
  'billing.planChanges': row(none, 'nothing  ok  ok  ok  nothing', {
    given: ({ ours }) =>
      `insert into plan_changes (id, workspace_id, user_name, from_plan, to_plan) values (uuidv7(), '${ours.workspaceId}', '${MARK}', 'free', 'pro')`,
  }),
  'billing.invoices': row(none, 'nothing  ok  ok  ok  nothing', { given: givenInvoice }),
  // The platform admin sent it.
  'billing.invoice': row(() => ({ id: INVOICE_ID }), '404  ok  ok  ok  ok', { given: givenInvoice }),
  'billing.openInvoices': row(none, '403  403  403  403  ok', { given: givenInvoice }),
  'billing.markPaid': row(() => ({ id: INVOICE_ID }), '403  403  403  403  ok', { given: givenInvoice }),
  'billing.creditsUsage': row(none, ANYBODY),
  'billing.creditEntries': row(none, 'nothing  ok  ok  ok  nothing', {
    given: ({ ours }) =>
      `insert into credit_entries (id, workspace_id, kind, credits, subject, details) values (uuidv7(), '${ours.workspaceId}', 'ai', 1, '${MARK}', '{}')`,
  }),

  'bots.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'bots.get': row(bot, '404  ok  ok  ok  404'),
  'bots.create': row(() => ({ name: 'Another bot' }), 'own  ok  ok  403  own'),
  'bots.save': row((fixture) => ({ ...bot(fixture), revision: 1, name: 'Other' }), '404  ok  ok  403  404'),
  'bots.remove': row(bot, '404  ok  ok  403  404'),
  'bots.versions': row(bot, '404  ok  ok  ok  404'),
  'bots.deployments': row(bot, '404  ok  ok  ok  404'),
  'bots.funnel': row(bot, '404  nothing  nothing  nothing  404'),
  'bots.answers': row(bot, '404  ok  ok  ok  404'),
  'bots.capabilities': row(bot, '404  nothing  nothing  nothing  404'),
  'bots.deploy': row((fixture) => ({ ...bot(fixture), settings: {} }), '404  ok  ok  403  404'),
  'bots.undeploy': row(bot, '404  ok  ok  403  404'),
  'bots.keepSecret': row(
    (fixture) => ({ ...bot(fixture), url: 'https://example.test/', value: 'Bearer 1' }),
    '404  ok  ok  403  404',
  ),
  // Platform admins see conversations and their steps, which is recorded; messages are only visible in support mode.
  'bots.sessions': row(() => ({ processType: 'session_started' }), 'nothing  ok  ok  ok  ok', {
    given: () =>
      `insert into bot_statistics (day, name, count) values (current_date, 'filter:process:session_started', 1)`,
  }),
  'bots.session': row(botSession, '404  ok  ok  ok  ok'),
  'bots.sessionEvents': row(botSession, '404  ok  ok  ok  ok'),
  'bots.pauseSession': row(botSession, '404  ok  ok  403  404'),
  'bots.resumeSession': row(botSession, '404  ok  ok  403  404', {
    given: () => `update bot_sessions set status = 'paused'`,
  }),
  'bots.endSession': row(botSession, '404  ok  ok  403  404'),
  'bots.restartSession': row(botSession, '404  ok  ok  403  404'),
  'bots.moveSession': row(
    (fixture) => ({ ...botSession(fixture), versionId: fixture.ours.botVersionId }),
    '404  ok  ok  403  404',
  ),
  'bots.startTest': row((fixture) => ({ ...bot(fixture), text: 'Hello' }), '404  ok  ok  403  404'),
  'bots.sayInTest': row((fixture) => ({ ...botSession(fixture), text: 'Hello' }), '404  ok  ok  403  404', {
    given: () => 'update bot_sessions set test_flow = (select draft from bots)',
  }),
  'bots.overviewStats': row(none, '403  403  403  403  nothing'),
  'bots.nodeTypeDistribution': row(none, '403  403  403  403  nothing'),
  'bots.advancedFeatureAdoption': row(none, '403  403  403  403  nothing'),
  'bots.kbAdoption': row(none, '403  403  403  403  nothing'),
  'bots.allStats': row(none, '403  403  403  403  nothing'),
  'bots.adminBots': row(none, '403  403  403  403  ok'),
  'bots.adminDeployments': row(none, '403  403  403  403  ok'),
  'bots.adminNodeEvents': row(none, '403  403  403  403  ok'),

  // What people wrote is for their workspace only: a platform admin reads it in support mode, which is recorded.
  'agent.conversations': row(none, 'nothing  nothing  nothing  nothing  nothing'),
  'agent.create': row(none, 'own  ok  ok  403  own'),
  // A conversation belongs to one person: colleagues can neither see nor change it.
  'agent.messages': row(() => ({ id: CONVERSATION_ID }), 'nothing  nothing  ok  nothing  nothing', {
    given: givenConversation,
  }),
  'agent.rename': row(() => ({ id: CONVERSATION_ID, title: 'Other' }), '404  404  ok  403  404', {
    given: givenConversation,
  }),
  'agent.remove': row(() => ({ id: CONVERSATION_ID }), '404  404  ok  403  404', { given: givenConversation }),
  'agent.removeAll': row(none, 'nothing  nothing  ok  403  nothing', { given: givenConversation }),
  'agent.preferences': row(none, ANYBODY),
  'agent.savePreferences': row(() => ({ language: 'fr' }), 'own  ok  ok  403  own'),
  'agent.stop': row(() => ({ id: CONVERSATION_ID }), ANYBODY, { given: givenConversation }),
  'agent.confirm': row(() => ({ id: CONFIRMATION_ID }), '404  404  ok  403  404', { given: givenConversation }),
  'agent.dismiss': row(() => ({ id: CONFIRMATION_ID }), '404  404  ok  403  404', { given: givenConversation }),
  'agent.undo': row(() => ({ id: CONFIRMATION_ID }), '404  404  ok  403  404', {
    given: (fixture) => `${givenConversation(fixture)};
      update agent_confirmations set state = 'done', outcomes = '[${OUTCOME}]'::jsonb;
      update agent_confirmations set outcomes = replace(outcomes::text, 'PENDING', '${fixture.ours.pendingId}')::jsonb;
      update messages set status = 'cancelled' where id = '${fixture.ours.pendingId}'`,
  }),
  'agent.scheduled': row(({ ours }) => ({ ids: ours.pendingId }), 'nothing  ok  ok  ok  nothing'),
  'agent.tools': row(none, ANYBODY),
  'agent.permit': row(() => ({ name: 'cancel_message', permission: 'off' }), 'own  ok  ok  403  own'),
  'agent.model': row(none, ANYBODY),
  'agent.saveModel': row(
    () => ({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm', sendsChats: false }),
    'own  403  ok  403  own',
  ),
  'agent.testModel': row(none, 'nothing  403  nothing  403  nothing'),
  'agent.suggestions': row(none, ANYBODY),

  'chats.list': row(engine, '404  ok  ok  ok  404'),
  'chats.messages': row((fixture) => ({ ...engine(fixture), chat: '+447700900001' }), '404  ok  ok  ok  404'),
  'chats.thread': row((fixture) => ({ ...engine(fixture), chat: '+447700900001' }), '404  ok  ok  ok  404'),
  'chats.groups': row(engine, '404  ok  ok  ok  404'),
  'chats.groupInfo': row((fixture) => ({ ...engine(fixture), chat: '1@g.us' }), '404  ok  ok  ok  404'),
  'chats.fetchFile': row(
    (fixture) => ({ ...engine(fixture), messageId: fixture.ours.receivedId }),
    '404  ok  ok  403  404',
  ),
  'chats.picture': row((fixture) => ({ ...engine(fixture), chat: '+447700900001' }), '404  ok  ok  403  404'),
  'chats.act': row(
    (fixture) => ({ ...engine(fixture), chat: '+447700900001', act: { kind: 'read', isRead: true } }),
    '404  ok  ok  403  404',
  ),
  'chats.dismissAct': row((fixture) => ({ ...engine(fixture), actId: fixture.ours.actId }), '404  ok  ok  403  404'),
  'chats.typing': row(
    (fixture) => ({ ...engine(fixture), chat: '+447700900001', isTyping: true }),
    '404  nothing  nothing  403  404',
  ),
  'chats.loadOlder': row(
    (fixture) => ({ ...engine(fixture), chat: '+447700900001' }),
    '404  nothing  nothing  403  404',
  ),

  'cluster.settings': row(none, '403  403  403  403  nothing'),
  // Only an in-process cluster can be given a fleet; this one is external.
  'cluster.setFleet': row(() => ({ size: null }), '403  403  403  403  403'),
  'cluster.gatewayStatus': row(none, '403  403  403  403  ok'),
  'cluster.refresh': row(() => ({ since: '2020-01-01T00:00:00Z' }), '403  403  403  403  ok'),
  'cluster.rules': row(none, '403  403  403  403  nothing'),
  'cluster.setRule': row(() => ({ rule: 'auto-delete', mode: 'off' }), '403  403  403  403  own'),
  'cluster.sessions': row(none, '403  403  403  403  ok'),
  'cluster.nodes': row(() => ({ type: 'all' }), '403  403  403  403  ok'),
  'cluster.podContainers': row(
    (fixture) => ({ ...pod(fixture), namespace: 'switchyard-gateways' }),
    '403  403  403  403  nothing',
  ),
  'cluster.history': row(none, '403  403  403  403  nothing'),
  'cluster.find': row(() => ({ text: 'engine' }), '403  403  403  403  ok'),
  'cluster.audit': row(none, '403  403  403  403  ok'),
  'cluster.describePod': row(
    (fixture) => ({ ...pod(fixture), namespace: 'switchyard-gateways' }),
    '403  403  403  403  nothing',
  ),
  'cluster.describeNode': row(() => ({ nodeName: 'none-of-this-name' }), '403  403  403  403  404'),
  'cluster.deletePod': row(({ ours }) => ({ podName: ours.podNames[1] }), '403  403  403  403  ok'),
  'cluster.terminatePod': row(({ ours }) => ({ podName: ours.podNames[2] }), '403  403  403  403  ok'),
  'cluster.announceDeletion': row(pod, '403  403  403  403  ok'),
  'cluster.settleDeletion': row(({ ours }) => ({ id: ours.deletionId, outcome: 'deleted' }), '403  403  403  403  ok'),
  'cluster.reportDeletion': row(
    (fixture) => ({
      ...pod(fixture),
      ...{ namespace: 'engines', podUid: 'uid-gone', nodeName: '', podStatus: '', sessions: [] },
      ...{ cause: 'manual', outcome: 'deleted', at: new Date(0).toISOString() },
    }),
    '403  403  403  403  ok',
  ),
  'cluster.deletions': row(none, '403  403  403  403  ok'),
  'cluster.forecast': row(none, '403  403  403  403  nothing'),
  'cluster.plan': row(none, '403  403  403  403  nothing'),
  'cluster.planRuns': row(none, '403  403  403  403  ok'),
  'cluster.startPlanRun': row(() => ({ nodeName: 'nowhere', purpose: 'relieve' }), '403  403  403  403  404'),
  'cluster.advancePlanRun': row(
    ({ ours }) => ({ id: ours.planRunId, going: 'one', podUid: 'one' }),
    '403  403  403  403  ok',
  ),
  'cluster.stopPlanRun': row(({ ours }) => ({ id: ours.planRunId }), '403  403  403  403  ok'),
  'cluster.endPlanRun': row(({ ours }) => ({ id: ours.planRunId, uncordon: false }), '403  403  403  403  ok'),

  'contacts.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'contacts.create': row(() => ({ name: 'Bob', mobile: '+447700900003' }), 'own  ok  ok  403  own'),
  'contacts.update': row(({ ours }) => ({ id: ours.contactId, name: 'Anne' }), '404  ok  ok  403  404'),
  // Contacts of other workspaces are not selected.
  'contacts.remove': row(chosen, 'nothing  ok  ok  403  nothing'),
  'contacts.label': row((fixture) => ({ ...chosen(fixture), label: 'VIP' }), 'own  ok  ok  403  own'),
  'contacts.gather': row(
    (fixture) => ({ ...chosen(fixture), listId: fixture.ours.listId, on: false }),
    '422  ok  ok  403  422',
    {
      given: ({ ours }) =>
        `insert into bulk_list_contacts (contact_id, collection_id) values ('${ours.contactId}', '${ours.listId}')`,
    },
  ),
  'contacts.merge': row(({ ours }) => ({ id: ours.contactId, others: [OTHER_ID] }), '404  ok  ok  403  404', {
    given: ({ ours }) =>
      `insert into contacts (id, workspace_id, name, mobile) values ('${OTHER_ID}', '${ours.workspaceId}', 'Other', '+447700900009')`,
  }),
  'contacts.fields': row(none, 'nothing  ok  ok  ok  nothing'),
  'contacts.lookUp': row(() => ({ mobiles: ['+447700900001'] }), 'nothing  ok  ok  ok  nothing'),
  'contacts.importRows': row(
    () => ({ importId: IMPORT_ID, rows: [{ row: 1, mobile: '+447700900004', name: 'Cleo' }] }),
    'own  ok  ok  403  own',
  ),

  'personalData.find': row(() => ({ mobile: '+447700900005' }), 'nothing  403  ok  ok  nothing'),
  'personalData.erase': row(() => ({ mobile: '+447700900001' }), 'nothing  403  ok  403  nothing'),

  'engines.createSession': row(none, 'own  ok  ok  403  403', { given: () => 'delete from engines' }),
  'engines.create': row(({ ours: { engineId } }) => ({ sessionId: engineId }), '404  ok  ok  403  404'),
  'engines.restart': row(engine, '404  ok  ok  403  404'),
  'engines.updateSession': row((fixture) => ({ ...engine(fixture), name: 'Other' }), '404  ok  ok  403  404'),
  'engines.remove': row(engine, '404  ok  ok  403  404'),
  'engines.removeSession': row(engine, '404  ok  ok  403  404'),
  'engines.drivers': row(none, ANYBODY),
  'engines.extension': row(none, ANYBODY),
  'engines.createExtensionCode': row(none, 'own  ok  ok  403  own'),
  'engines.unpairExtension': row(engine, '404  ok  ok  403  404', { given: inBrowser }),
  'engines.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'engines.setDefault': row(engine, '404  ok  ok  403  404'),
  'engines.numbers': row(none, 'nothing  ok  ok  ok  nothing'),
  // The platform operates engines: its admin may view any of them, which is recorded.
  'engines.explore': row(engine, '404  ok  ok  ok  ok'),
  'engines.logOut': row(engine, '404  ok  ok  403  404'),
  'engines.refreshQr': row(engine, '404  ok  ok  403  404'),
  'engines.pairingCode': row(
    (fixture) => ({ ...engine(fixture), phoneNumber: '+447700900001' }),
    '404  ok  ok  403  404',
  ),
  'engines.readCloudApi': row(cloudEngine, '404  ok  ok  ok  404'),
  'engines.saveCloudApi': row(
    (fixture) => ({
      ...cloudEngine(fixture),
      phoneNumberId: '99999',
      accessToken: 'an access token of Meta',
      appSecret: 'another secret',
    }),
    '404  ok  ok  403  404',
  ),
  'engines.events': row(none, 'nothing  ok  ok  ok  ok'),

  // All members work on a workspace's boards; support is read-only.
  'boards.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'boards.create': row(() => ({ name: 'Another' }), 'own  ok  ok  403  own'),
  'boards.read': row(board, '404  ok  ok  ok  404'),
  'boards.rename': row((fixture) => ({ ...board(fixture), name: 'Other' }), '404  ok  ok  403  404'),
  'boards.remove': row(board, '404  ok  ok  403  404'),
  'boards.restore': row(board, '404  ok  ok  403  404', {
    given: ({ ours }) => `update boards set deleted_at = now() where id = '${ours.boardId}'`,
  }),
  'boards.addColumn': row((fixture) => ({ ...board(fixture), name: 'Cost', type: 'number' }), '404  ok  ok  403  404'),
  'boards.changeColumn': row(({ ours }) => ({ id: ours.boardColumnId, name: 'Other' }), '404  ok  ok  403  404'),
  'boards.removeColumn': row(({ ours }) => ({ id: ours.boardColumnId }), '404  ok  ok  403  404', {
    given: ({ ours }) => `update board_columns set is_title = false where id = '${ours.boardColumnId}'`,
  }),
  'boards.addGroup': row((fixture) => ({ ...board(fixture), name: 'Never' }), '404  ok  ok  403  404'),
  'boards.changeGroup': row(({ ours }) => ({ id: ours.boardGroupId, name: 'Other' }), '404  ok  ok  403  404'),
  'boards.removeGroup': row(({ ours }) => ({ id: ours.emptyGroupId }), '404  ok  ok  403  404'),
  'boards.saveView': row(
    (fixture) => ({ ...board(fixture), name: 'All', kind: 'table', filters: [], sort: null }),
    '404  ok  ok  403  404',
  ),
  'boards.removeView': row(({ ours }) => ({ id: ours.boardViewId }), '404  ok  ok  403  404'),
  'boards.items': row(board, '404  ok  ok  ok  404'),
  'boards.addItem': row(
    (fixture) => ({ ...board(fixture), groupId: fixture.ours.boardGroupId }),
    '404  ok  ok  403  404',
  ),
  'boards.readItem': row(boardItem, '404  ok  ok  ok  404'),
  'boards.setCell': row(
    (fixture) => ({ ...boardItem(fixture), columnId: fixture.ours.boardColumnId, value: 'Other' }),
    '404  ok  ok  403  404',
  ),
  'boards.pressButton': row(
    (fixture) => ({ ...boardItem(fixture), columnId: fixture.ours.boardColumnId }),
    '404  ok  ok  403  404',
    { given: ({ ours }) => `update board_columns set type = 'button' where id = '${ours.boardColumnId}'` },
  ),
  'boards.setCells': row(
    ({ ours }) => ({
      boardId: ours.boardId,
      columnIds: [ours.boardColumnId],
      rows: [{ id: ours.boardItemId, values: ['Tables'] }],
    }),
    '404  ok  ok  403  404',
  ),
  'boards.addRows': row(
    ({ ours }) => ({
      boardId: ours.boardId,
      groupId: ours.boardGroupId,
      columnIds: [ours.boardColumnId],
      rows: [['Tables']],
      importId: SHARE_ID,
      firstRow: 0,
    }),
    '404  ok  ok  403  404',
  ),
  'boards.removeRows': row(({ ours }) => ({ id: ours.boardId, importId: ours.boardId }), '404  ok  ok  403  404', {
    given: ({ ours }) =>
      `update board_items set import_id = '${ours.boardId}', import_row = 0 where id = '${ours.boardItemId}'`,
  }),
  'boards.readItems': row(({ ours }) => ({ id: ours.boardId, ids: [ours.boardItemId] }), '404  ok  ok  ok  404'),
  'boards.moveItem': row(
    (fixture) => ({ ...boardItem(fixture), groupId: fixture.ours.emptyGroupId, beforeId: null }),
    '404  ok  ok  403  404',
  ),
  'boards.removeItem': row(boardItem, '404  ok  ok  403  404'),
  'boards.restoreItem': row(({ ours }) => ({ id: ours.deletedItemId }), '404  ok  ok  403  404'),
  'boards.history': row(boardItem, '404  ok  ok  ok  404'),
  'boards.myWork': row(none, 'nothing  ok  ok  ok  nothing'),
  'boards.addFromMessage': row(
    ({ ours }) => ({ engineId: ours.engineId, chat: '+447700900001', waMessageId: 'r1', boardId: ours.boardId }),
    '404  ok  ok  403  404',
  ),
  'boards.ofChat': row(
    ({ ours }) => ({ engineId: ours.engineId, chat: '+447700900001' }),
    'nothing  ok  ok  ok  nothing',
  ),
  'boards.details': row(boardItem, '404  ok  ok  ok  404'),
  'boards.findItems': row(() => ({ search: 'Call' }), 'nothing  ok  ok  ok  nothing'),
  'boards.setPlan': row(
    ({ ours }) => ({ id: ours.boardItemId, rule: 'FREQ=WEEKLY', reminder: { daysBefore: 1, time: '09:00' } }),
    '404  own  own  403  404',
  ),
  'boards.addDependency': row(
    ({ ours }) => ({ id: ours.boardItemId, waitsForId: ours.otherItemId }),
    '404  ok  ok  403  404',
  ),
  'boards.removeDependency': row(
    ({ ours }) => ({ id: ours.boardItemId, waitsForId: ours.otherItemId }),
    '404  own  own  403  404',
    { given: givenDependency },
  ),
  'boards.dependencies': row(board, '404  ok  ok  ok  404', { given: givenDependency }),
  'boards.scheduleMessage': row(
    (fixture) => ({ ...boardItem(fixture), mobile: '+447700900123', message: 'Ready', dueDate: '2030-01-01T09:00' }),
    '404  ok  ok  403  404',
  ),
  'boards.tellPresence': row(
    (fixture) => ({ ...board(fixture), itemId: null, columnId: null }),
    '404  nothing  nothing  403  404',
  ),
  'boards.addCheck': row((fixture) => ({ ...boardItem(fixture), text: 'Call' }), '404  own  own  403  404'),
  'boards.changeCheck': row(({ ours }) => ({ id: ours.boardCheckId, isDone: true }), '404  ok  ok  403  404'),
  'boards.removeCheck': row(({ ours }) => ({ id: ours.boardCheckId }), '404  ok  ok  403  404'),
  'boards.comments': row(boardItem, '404  ok  ok  ok  404'),
  'boards.addComment': row((fixture) => ({ ...boardItem(fixture), text: 'Done?' }), '404  ok  ok  403  404'),
  'boards.removeComment': row(({ ours }) => ({ id: ours.boardCommentId }), '404  403  ok  403  404'),
  // All members automate a workspace's boards.
  'automations.list': row(board, 'nothing  ok  ok  ok  nothing'),
  'automations.create': row((fixture) => ({ ...board(fixture), ...rule(fixture) }), '404  ok  ok  403  404'),
  'automations.update': row(
    (fixture) => ({ ...automation(fixture), ...rule(fixture), version: 1 }),
    '404  ok  ok  403  404',
  ),
  'automations.setActive': row((fixture) => ({ ...automation(fixture), isActive: false }), '404  ok  ok  403  404'),
  'automations.remove': row(automation, '404  ok  ok  403  404'),
  'automations.runs': row(automation, '404  ok  ok  ok  404'),
  'automations.test': row(
    (fixture) => ({ ...automation(fixture), itemId: fixture.ours.boardItemId }),
    '404  ok  ok  403  404',
  ),
  // All members share a workspace's boards; only those who may invite people can create links that admit people.
  'shares.list': row(board, '404  ok  ok  ok  404', { given: givenShare('table') }),
  'shares.shareTable': row(
    ({ ours }) => ({ id: ours.boardId, name: 'Orders', columnIds: [ours.boardColumnId], expiresInDays: null }),
    '404  ok  ok  403  404',
  ),
  'shares.shareForm': row(
    ({ ours }) => ({
      id: ours.boardId,
      name: 'Order',
      groupId: ours.boardGroupId,
      fields: [{ columnId: ours.boardColumnId }],
      expiresInDays: null,
      maxUses: null,
    }),
    '404  ok  ok  403  404',
  ),
  'shares.forms': row(none, 'nothing  ok  ok  ok  nothing', { given: givenShare('form') }),
  'shares.personalLinks': row(({ ours }) => ({ id: SHARE_ID, contactIds: [ours.contactId] }), '404  ok  ok  403  404', {
    given: givenShare('form'),
  }),
  'shares.invite': row((fixture) => ({ ...board(fixture), expiresInDays: 7, maxUses: 5 }), '404  403  ok  403  404'),
  'shares.revoke': row(() => ({ id: SHARE_ID }), '404  ok  ok  403  404', { given: givenShare('table') }),
  // The link works without an account.
  'shares.readTable': row(() => ({ token: SHARE_TOKEN }), 'ok  ok  ok  ok  ok', {
    strangers: 'ok ok ok ok ok',
    given: givenShare('table'),
  }),
  'shares.liveTicket': row(() => ({ token: SHARE_TOKEN }), ANYBODY, {
    strangers: ANYBODY,
    given: givenShare('table'),
  }),
  'shares.readForm': row(() => ({ token: SHARE_TOKEN }), 'ok  ok  ok  ok  ok', {
    strangers: 'ok ok ok ok ok',
    given: givenShare('form'),
  }),
  'shares.answerForm': row(
    ({ ours }) => ({ token: SHARE_TOKEN, cells: { [ours.boardColumnId]: 'Call me' }, opened: '' }),
    'ok  ok  ok  403  ok',
    { strangers: 'ok ok ok ok ok', given: givenShare('form') },
  ),
  // Feeds are personal: the member has none.
  'shares.feeds': row(none, 'nothing  nothing  ok  ok  nothing', {
    given: ({ ours: { workspaceId, ownerId } }) =>
      `insert into calendar_feeds (id, workspace_id, user_id, kind, token_hash)
         values ('${workspaceId}', '${workspaceId}', '${ownerId}', 'work', 'x')`,
  }),
  'shares.makeFeed': row(() => ({ kind: 'work' }), 'own  ok  ok  403  own'),
  'shares.removeFeed': row(() => ({ id: SHARE_ID }), '404  404  ok  403  404', {
    given: ({ ours: { workspaceId, ownerId } }) =>
      `insert into calendar_feeds (id, workspace_id, user_id, kind, token_hash)
         values ('${SHARE_ID}', '${workspaceId}', '${ownerId}', 'work', 'x')`,
  }),
  'shares.readInvitation': row(() => ({ token: SHARE_TOKEN }), 'ok  ok  ok  ok  ok', {
    given: givenShare('invitation'),
  }),
  'shares.join': row(() => ({ token: SHARE_TOKEN }), 'ok  ok  ok  403  ok', { given: givenShare('invitation') }),

  // All members work in a workspace's inbox; support is read-only.
  'inbox.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'inbox.counts': row(none, 'nothing  nothing  nothing  nothing  nothing'),
  'inbox.get': row(talk, '404  ok  ok  ok  404'),
  'inbox.timeline': row(talk, '404  ok  ok  ok  404'),
  'inbox.related': row(talk, '404  ok  ok  ok  404'),
  'inbox.merge': row((fixture) => ({ ...talkAtOne(fixture), otherId: OTHER_CHAT }), '404  ok  ok  403  404', {
    given: ({ ours }) => `
      insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
        select '${OTHER_CHAT}', workspace_id, owner_id, 'Other', driver, k8s_namespace, 'stopped', 'stopped' from engines where id = '${ours.engineId}';
      insert into conversations (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, status)
        select '${OTHER_CHAT}', workspace_id, '${OTHER_CHAT}', chat, last_id, last_at, last_kind, preview, is_last_ours, status
        from conversations where id = '${ours.conversationId}'`,
  }),
  'inbox.separate': row(talkAtOne, '404  ok  ok  403  404'),
  'inbox.assign': row((fixture) => ({ ...talkAtOne(fixture), userId: fixture.ours.memberId }), '404  ok  ok  403  404'),
  'inbox.snooze': row((fixture) => ({ ...talkAtOne(fixture), until: '2030-01-01T09:00' }), '404  ok  ok  403  404'),
  'inbox.wake': row(talkAtOne, '404  ok  ok  403  404', { given: givenTalk('snoozed') }),
  'inbox.resolve': row(talkAtOne, '404  ok  ok  403  404'),
  'inbox.reopen': row(talkAtOne, '404  ok  ok  403  404', { given: givenTalk('resolved') }),
  'inbox.label': row((fixture) => ({ ...talkAtOne(fixture), labels: ['Order'] }), '404  ok  ok  403  404'),
  'inbox.assignTeam': row(
    (fixture) => ({ ...talkAtOne(fixture), teamId: fixture.ours.inboxTeamId }),
    '404  ok  ok  403  404',
  ),
  'inbox.prioritize': row((fixture) => ({ ...talkAtOne(fixture), priority: 'high' }), '404  ok  ok  403  404'),
  'inbox.bulk': row(
    ({ ours }) => ({ ids: [ours.conversationId], act: { kind: 'resolve' } }),
    'nothing  ok  ok  403  nothing',
  ),
  'inbox.savedViews': row(none, 'nothing  nothing  ok  ok  nothing'),
  'inbox.addView': row(() => ({ name: 'Urgent', filter: { view: 'all' } }), 'own  ok  ok  403  own'),
  'inbox.removeView': row(({ ours }) => ({ id: ours.inboxViewId }), '404  404  ok  403  404'),
  // Owners and admins create teams and decide who sees what.
  'inbox.teams': row(none, 'nothing  ok  ok  ok  nothing'),
  'inbox.addTeam': row(() => ({ name: 'Sales', memberIds: [] }), 'own  403  ok  403  own'),
  'inbox.changeTeam': row(
    (fixture) => ({ ...inboxTeam(fixture), name: 'Sales', memberIds: [] }),
    '404  403  ok  403  404',
  ),
  'inbox.removeTeam': row(inboxTeam, '404  403  ok  403  404'),
  'inbox.people': row(none, 'nothing  403  ok  ok  nothing'),
  'inbox.changePerson': row(
    ({ ours }) => ({ userId: ours.memberId, sees: 'own', capacity: null }),
    '404  403  ok  403  404',
  ),
  'inbox.settings': row(none, 'nothing  nothing  nothing  nothing  nothing'),
  'inbox.changeSettings': row(
    () => ({ assignsItself: true, capacity: 5, replyWithinMinutes: 60, hours: null }),
    'own  403  ok  403  own',
  ),
  'inbox.beHere': row(() => ({ isAway: false }), 'own  ok  ok  403  own'),
  'inbox.whyUnassigned': row(talk, '404  nothing  nothing  nothing  404'),
  'inbox.addNote': row((fixture) => ({ ...talk(fixture), text: 'A note' }), '404  ok  ok  403  404'),
  'inbox.reply': row((fixture) => ({ ...talk(fixture), message: 'Hello', seenUpTo: null }), '404  ok  ok  403  404'),
  'inbox.markSeen': row(
    (fixture) => ({ ...talk(fixture), seenUpTo: fixture.ours.receivedId }),
    '404  ok  ok  403  404',
  ),
  'inbox.present': row((fixture) => ({ ...talk(fixture), doing: 'viewing' }), '404  nothing  nothing  403  404'),
  'inbox.macros': row(none, 'nothing  ok  ok  ok  nothing'),
  'inbox.addMacro': row(() => closing, 'own  ok  ok  403  own'),
  'inbox.changeMacro': row((fixture) => ({ ...macro(fixture), ...closing }), '404  403  ok  403  404'),
  'inbox.removeMacro': row(macro, '404  403  ok  403  404'),
  'inbox.runMacro': row(
    (fixture) => ({ ...talkAtOne(fixture), macroId: fixture.ours.macroId }),
    '404  ok  ok  403  404',
  ),
  'inbox.report': row(() => reportDays, 'nothing  nothing  nothing  nothing  nothing'),
  'inbox.reportRows': row(() => ({ ...reportDays, figure: 'opened' }), 'nothing  nothing  nothing  nothing  nothing'),
  'inbox.quickReplies': row(none, 'nothing  ok  ok  ok  nothing'),
  'inbox.addQuickReply': row(() => greeting, 'own  ok  ok  403  own'),
  'inbox.changeQuickReply': row((fixture) => ({ ...quickReply(fixture), ...greeting }), '404  403  ok  403  404'),
  'inbox.removeQuickReply': row(quickReply, '404  403  ok  403  404'),
  // A bot's knowledge belongs to its workspace alone. The platform's admin manages all people and workspaces as such.
  'installation.people': row(none, '403  403  403  403  ok'),
  'installation.suspendPerson': row(somebody, '403  403  403  403  ok', { given: givenPerson() }),
  'installation.reinstatePerson': row(somebody, '403  403  403  403  ok', {
    given: givenPerson('{"suspended":"2026-01-01"}'),
  }),
  'installation.setRole': row(() => ({ ...somebody(), role: 'support' as const }), '403  403  403  403  ok', {
    given: givenPerson(),
  }),
  'installation.resetTwoFactor': row(somebody, '403  403  403  403  ok', { given: givenPerson() }),
  'installation.endSignIns': row(somebody, '403  403  403  403  ok', { given: givenPerson() }),
  'installation.deletePerson': row(somebody, '403  403  403  403  ok', { given: givenPerson() }),
  'installation.keepPerson': row(somebody, '403  403  403  403  ok', {
    given: givenPerson('{"suspended":"2026-01-01","deleted":"2027-01-01"}'),
  }),
  'installation.workspaces': row(none, '403  403  403  403  ok'),
  'installation.suspendWorkspace': row(workspaceOfOurs, '403  403  403  403  ok'),
  'installation.reinstateWorkspace': row(workspaceOfOurs, '403  403  403  403  ok'),
  'installation.deleteWorkspace': row(workspaceOfOurs, '403  403  403  403  ok'),
  'installation.keepWorkspace': row(workspaceOfOurs, '403  403  403  403  ok'),
  'installation.audit': row(none, '403  403  403  403  nothing'),
  'installation.retention': row(none, '403  403  403  403  nothing'),
  'installation.checks': row(none, '403  403  403  403  nothing'),

  'knowledge.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'knowledge.create': row(() => ({ name: 'Delivery' }), 'own  ok  ok  403  own'),
  'knowledge.read': row(knowledgeBase, '404  ok  ok  ok  404'),
  'knowledge.rename': row((fixture) => ({ ...knowledgeBase(fixture), name: 'Other' }), '404  ok  ok  403  404'),
  'knowledge.remove': row(knowledgeBase, '404  ok  ok  403  404'),
  'knowledge.documents': row(knowledgeBase, '404  ok  ok  ok  404'),
  'knowledge.addDocument': row(
    (fixture) => ({ ...knowledgeBase(fixture), fileId: fixture.ours.fileId }),
    '404  ok  ok  403  404',
  ),
  'knowledge.readAgain': row(({ ours }) => ({ id: ours.knowledgeDocumentId }), '404  ok  ok  403  404'),
  'knowledge.removeDocument': row(({ ours }) => ({ id: ours.knowledgeDocumentId }), '404  ok  ok  403  404'),
  'knowledge.passages': row(({ ours }) => ({ id: ours.knowledgeDocumentId }), '404  ok  ok  ok  404'),
  'knowledge.entries': row(knowledgeBase, '404  ok  ok  ok  404'),
  'knowledge.addEntry': row(
    (fixture) => ({ ...knowledgeBase(fixture), kind: 'text', title: 'Hours', text: 'From nine' }),
    '404  ok  ok  403  404',
  ),
  'knowledge.changeEntry': row(
    ({ ours }) => ({ id: ours.knowledgeEntryId, kind: 'text', title: 'Hours', text: 'From nine' }),
    '404  ok  ok  403  404',
  ),
  'knowledge.removeEntry': row(({ ours }) => ({ id: ours.knowledgeEntryId }), '404  ok  ok  403  404'),
  'knowledge.test': row(
    (fixture) => ({ ...knowledgeBase(fixture), question: 'Is it forty euros?' }),
    '404  ok  ok  ok  404',
  ),
  'knowledge.meaning': row(knowledgeBase, '404  nothing  nothing  nothing  404'),
  'knowledge.prepareMeaning': row(knowledgeBase, '404  ok  ok  403  404'),
  'knowledge.questions': row(knowledgeBase, '404  ok  ok  ok  404'),
  'knowledge.dismissQuestion': row(({ ours }) => ({ id: ours.knowledgeQuestionId }), '404  ok  ok  403  404'),
  'labels.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'labels.create': row(() => ({ name: 'Another' }), 'own  ok  ok  403  own'),
  'labels.update': row(({ ours }) => ({ id: ours.labelId, name: 'Another' }), '404  ok  ok  403  404'),
  'labels.remove': row(({ ours }) => ({ id: ours.labelId }), '404  ok  ok  403  404'),

  'lists.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'lists.create': row(() => ({ name: 'Another' }), 'own  ok  ok  403  own'),
  'lists.update': row(({ ours }) => ({ id: ours.listId, name: 'Another' }), '404  ok  ok  403  404'),
  'lists.remove': row(({ ours }) => ({ id: ours.listId }), '404  ok  ok  403  404'),

  'live.ticket': row(none, 'nothing  ok  ok  ok  nothing'),

  'messages.quietHours': row(none, ANYBODY),
  'messages.saveQuietHours': row(() => ({ quietHours: { from: '21:00', to: '08:00' } }), 'own  403  ok  403  own'),
  'messages.savePacing': row(
    (fixture) => ({
      ...engine(fixture),
      knownPerMinute: 5,
      newPerMinute: null,
      burst: 3,
      dailyCap: null,
      quietFrom: null,
      quietTo: null,
    }),
    '404  ok  ok  403  404',
  ),
  'messages.firstSteps': row(none, ANYBODY),
  'messages.lane': row(engine, '404  ok  ok  ok  ok'),
  'messages.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'messages.calendar': row(
    // Our pending message is due in a year.
    () => ({
      from: new Date(Date.now() + 355 * 86_400_000).toISOString().slice(0, 10),
      days: 42,
      zone: 'UTC',
      cell: 'day' as const,
    }),
    'nothing  ok  ok  ok  nothing',
  ),
  'messages.get': row(({ ours }) => ({ id: ours.pendingId }), '404  ok  ok  ok  404'),
  'messages.create': row(() => letter, 'own  ok  ok  403  own'),
  'messages.createForSeveral': row(
    () => ({ message: 'Hello', recipients: [{ contactList: [{ mobile: '+447700900002' }] }] }),
    'own  ok  ok  403  own',
  ),
  'messages.createBatch': row(
    () => ({ importId: randomUUID(), rows: [{ row: 2, message: letter }] }),
    'own  ok  ok  403  own',
  ),
  'messages.checkImport': row(() => ({ recipients: [{ contactName: 'Ann' }] }), ANYBODY),
  'messages.findRepeats': row(() => ({ rows: [{ row: 2, message: letter }] }), ANYBODY),
  'messages.imports': row(none, ANYBODY),
  'messages.withdrawImport': row(() => ({ importId: IMPORT_ID }), '404  ok  ok  403  404', {
    given: ({ ours }) =>
      `update messages set import_id = '${IMPORT_ID}', import_row = 2 where id = '${ours.pendingId}'`,
  }),
  'messages.cancelMany': row(({ ours }) => ({ selection: { ids: [ours.pendingId] } }), 'nothing  ok  ok  403  nothing'),
  'messages.undoCancel': row(() => ({ cancelId: MOVE_ID }), '404  ok  ok  403  404', {
    given: ({ ours }) =>
      `insert into message_moves (id, part, workspace_id, rows) values ('${MOVE_ID}', 1, '${ours.workspaceId}', '[]')`,
  }),
  'messages.moveMany': row(
    ({ ours }) => ({ selection: { ids: [ours.pendingId] }, date: '2031-01-01', zone: 'UTC' }),
    'nothing  ok  ok  403  nothing',
  ),
  'messages.undoMove': row(() => ({ moveId: MOVE_ID }), '404  ok  ok  403  404', {
    given: ({ ours }) =>
      `insert into message_moves (id, part, workspace_id, rows) values ('${MOVE_ID}', 1, '${ours.workspaceId}', '[]')`,
  }),
  'messages.retryMany': row(({ ours }) => ({ selection: { ids: [ours.sentId] } }), 'nothing  ok  ok  403  nothing', {
    given: ({ ours }) => `update messages set status = 'failed' where id = '${ours.sentId}'`,
  }),
  'messages.update': row(({ ours }) => ({ id: ours.pendingId, version: 1, message: 'x' }), '404  ok  ok  403  404'),
  'messages.cancel': row(({ ours }) => ({ id: ours.pendingId, version: 1 }), '404  ok  ok  403  404'),
  'messages.sendAnyway': row(({ ours }) => ({ id: ours.pendingId, version: 1 }), '404  ok  ok  403  404'),
  'messages.restore': row(({ ours }) => ({ id: ours.cancelledId, version: 1 }), '404  ok  ok  403  404'),
  'messages.resend': row(({ ours }) => ({ id: ours.failedId, version: 1 }), '404  ok  ok  403  404'),
  'messages.resolve': row(({ ours }) => ({ id: ours.unknownId, version: 1, as: 'sent' }), '404  ok  ok  403  404'),
  'messages.bringBack': row(({ ours }) => ({ id: ours.removedId }), '404  ok  ok  403  404'),
  'messages.listSeries': row(none, 'nothing  ok  ok  ok  nothing', { given: givenSeries }),
  'messages.editSeries': row(
    ({ ours }) => ({ id: ours.pendingId, version: 1, scope: 'all', message: 'x' }),
    '404  ok  ok  403  404',
    { given: givenSeries },
  ),
  'messages.cancelSeries': row(
    ({ ours }) => ({ id: ours.pendingId, version: 1, scope: 'following' }),
    '404  ok  ok  403  404',
    { given: givenSeries },
  ),
  'messages.pauseSeries': row(() => ({ id: SERIES_ID }), '404  ok  ok  403  404', { given: givenSeries }),
  'messages.endSeries': row(() => ({ id: SERIES_ID }), '404  ok  ok  403  404', { given: givenSeries }),
  'messages.resumeSeries': row(() => ({ id: SERIES_ID }), '404  ok  ok  403  404', {
    given: (fixture) => givenSeries(fixture, 'paused'),
  }),
  'messages.overdue': row(none, 'nothing  ok  ok  ok  nothing', { given: givenOverdue }),
  'messages.answerOverdue': row(
    ({ ours }) => ({ campaign: null, engineId: ours.engineId, expected: 1, answer: { as: 'send' } }),
    'nothing  ok  ok  403  nothing',
    { given: givenOverdue },
  ),
  'messages.chooseEngine': row(
    ({ ours }) => ({ id: ours.pendingId, engineId: ours.engineId }),
    '404  ok  ok  403  404',
    {
      given: ({ ours }) =>
        `update messages set engine_id = null, gone_engine = 'Old ${MARK}' where id = '${ours.pendingId}'`,
    },
  ),
  'messages.remove': row(({ ours }) => ({ id: ours.sentId }), '404  ok  ok  403  404'),

  'notifications.list': row(none, 'nothing  ok  ok  ok  nothing', { given: givenNotification }),
  'notifications.mark': row(() => ({ ids: 'all', isRead: true }), 'nothing  ok  ok  403  nothing', {
    given: givenNotification,
  }),
  'notifications.preferences': row(none, ANYBODY),
  'notifications.push': row(none, ANYBODY, { given: givenPushKeys }),
  'notifications.startPush': row(
    () => ({ endpoint: 'https://push.example.test/1', keys: { p256dh: 'key', auth: 'auth' } }),
    'own  ok  ok  403  own',
    { given: givenPushKeys },
  ),
  'notifications.endPush': row(
    () => ({ endpoint: 'https://push.example.test/1' }),
    'nothing  nothing  nothing  403  nothing',
    { given: givenPushKeys },
  ),
  'notifications.setNumber': row(() => ({ mobile: '+447700900009' }), 'own  ok  ok  403  own'),
  'notifications.test': row(none, 'own  ok  ok  403  own'),
  'notifications.setPreference': row(() => ({ kind: 'engine-off', channels: ['page'] }), 'own  ok  ok  403  own'),

  'workspaces.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'workspaces.create': row(() => ({ name: 'New', zone: 'UTC', country: 'GB' }), 'own  ok  ok  403  own'),
  // It adds an audit entry, and changes nothing else.
  'workspaces.noteExport': row(() => ({ what: 'contacts', rows: 1 }), 'nothing  nothing  nothing  403  nothing'),
  'workspaces.remove': row(none, 'own  403  ok  403  own'),
  'workspaces.keep': row(none, 'own  403  ok  403  own', {
    given: () => `update workspaces set delete_after = now() + interval '1 day'`,
  }),
  // Nobody here has a second factor, which is needed to require one.
  'workspaces.demandTwoFactor': row(() => ({ isDemanded: false }), 'own  403  ok  403  own'),
  'workspaces.members': row(none, 'nothing  ok  ok  ok  nothing'),
  'workspaces.setRole': row(
    ({ ours: { memberId } }) => ({ userId: memberId, role: 'admin' }),
    '404  403  ok  403  404',
  ),
  'workspaces.removeMember': row(({ ours: { memberId } }) => ({ userId: memberId }), '404  403  ok  403  404'),
  'workspaces.suspendMember': row(({ ours: { memberId } }) => ({ userId: memberId }), '404  403  ok  403  404'),
  'workspaces.reinstateMember': row(({ outsider }) => ({ userId: outsider.userId }), '403  403  ok  403  404', {
    given: ({ ours, outsider }) =>
      `insert into workspace_members (id, organization_id, user_id, role, suspended_at)
         values (gen_random_uuid(), '${ours.workspaceId}', '${outsider.userId}', 'member', now())`,
  }),
  'workspaces.transfer': row(({ ours: { memberId } }) => ({ userId: memberId }), '404  403  ok  403  404'),
  // The last owner cannot leave.
  'workspaces.leave': row(({ ours: { workspaceId } }) => ({ workspaceId }), '404  ok  409  403  404'),
  'workspaces.invitations': row(none, 'nothing  403  ok  ok  nothing', { given: givenInvitation }),
  'workspaces.invite': row(() => ({ email: 'new@example.test', role: 'member' }), 'own  403  ok  403  own'),
  'workspaces.withdrawInvitation': row(() => ({ id: INVITATION_ID }), '404  403  ok  403  404', {
    given: givenInvitation,
  }),
  // Anyone with the link sees where it leads; it admits only its addressee.
  'workspaces.readInvitation': row(
    ({ ours: { workspaceId } }) => ({ workspaceId, token: INVITATION_TOKEN }),
    'ok  ok  ok  ok  ok',
    { given: givenInvitation },
  ),
  'workspaces.acceptInvitation': row(
    ({ ours: { workspaceId } }) => ({ workspaceId, token: INVITATION_TOKEN }),
    'ok  403  403  403  403',
    { given: givenInvitation },
  ),
  'suppression.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'suppression.check': row(() => ({ mobile: '+447700900005' }), 'nothing  ok  ok  ok  nothing'),
  'suppression.add': row(() => ({ mobile: '+447700900006' }), 'own  ok  ok  403  own'),
  'suppression.remove': row(({ ours }) => ({ id: ours.suppressionId }), '404  ok  ok  403  404'),
  // A message's link works without an account; it reveals the workspace's name and the number's last digits.
  'suppression.subscription': row(subscription, 'ok ok ok ok ok', { strangers: 'ok ok ok ok ok' }),
  'suppression.leave': row(subscription, 'ok ok ok 403 ok', { strangers: 'ok ok ok ok ok' }),
  'suppression.stay': row(subscription, 'ok ok ok 403 ok', { strangers: 'ok ok ok ok ok' }),

  'audiences.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'audiences.save': row(
    ({ ours }) => ({ id: ours.audienceId, name: 'Other', definition: EVERYBODY }),
    '404  ok  ok  403  404',
  ),
  'audiences.remove': row(({ ours }) => ({ id: ours.audienceId }), '404  ok  ok  403  404'),
  'audiences.count': row(() => ({ definition: EVERYBODY }), 'nothing nothing nothing nothing nothing'),
  'campaignTemplates.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'campaignTemplates.save': row(
    ({ ours }) => ({ id: ours.templateId, name: 'Other', text: 'Hi' }),
    '404  ok  ok  403  404',
  ),
  'campaignTemplates.remove': row(({ ours }) => ({ id: ours.templateId }), '404  ok  ok  403  404'),
  'campaigns.list': row(none, 'nothing  ok  ok  ok  nothing'),
  'campaigns.get': row(campaign, '404  ok  ok  ok  404'),
  'campaigns.recipients': row(campaign, '404  ok  ok  ok  404'),
  'campaigns.check': row(() => campaignDraft, 'nothing  ok  ok  ok  nothing'),
  'campaigns.test': row(() => ({ text: 'Hi', mobiles: ['+447700900008'], contactId: null }), 'own  ok  ok  403  own'),
  'campaigns.launch': row(() => ({ ...campaignDraft, launchKey: OTHER_ID }), 'own  ok  ok  403  own'),
  'campaigns.pause': row(campaign, '404  ok  ok  403  404'),
  'campaigns.resume': row(campaign, '404  ok  ok  403  404', {
    given: () => `update campaigns set state = 'paused'`,
  }),
  'campaigns.cancel': row(campaign, '404  ok  ok  403  404'),
  'campaigns.retryFailed': row(campaign, '404  ok  ok  403  404'),
};

// ── Routes beside the contract ──────────────────────────────────── outsider member owner support admin

export interface PlainRequest {
  /** Default: the route's. */
  method?: string;
  /** Includes the query. */
  path: string;
  /** JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}
export interface RouteRow extends Row<PlainRequest> {
  /** As registered. */
  route: string;
  /** Distinguishes several rows of one route. */
  asks?: string;
  /** The operation's metadata. */
  operation?: OperationMeta;
}

const route = (
  name: string,
  example: (fixture: Fixture) => PlainRequest,
  people: string,
  { asks, operation, ...options }: Options & Pick<RouteRow, 'asks' | 'operation'> = {},
): RouteRow => ({
  ...row(example, people, options),
  route: name,
  ...(asks ? { asks } : {}),
  ...(operation ? { operation } : {}),
});

const at = (path: string) => () => ({ path });
const NOBODY = '401 401 401 401 401';
const NOT_FOUND = '404 404 404 404 404';
const BAD = '400 400 400 400 400';
const INVALID = '422 422 422 422 422';

// ·· The engine protocol: words for  anonymous signedOut engine rival host ; a person's token gets no access.
type Call = keyof EngineCalls;
const engineCall = <Name extends Call>(
  name: Name,
  body: (fixture: Fixture) => Parameters<EngineCalls[Name]>[0],
  engines: string,
) =>
  route(
    `POST ${ENGINE_PROTOCOL_PATHS[name]}`,
    (fixture) => ({ path: ENGINE_PROTOCOL_PATHS[name], body: body(fixture) }),
    NOBODY,
    {
      strangers: `401 401 ${engines} 401`,
    },
  );
const generation = 1;
const engineRoutes = [
  engineCall('lease', () => ({ holder: 'pod', instanceId: randomUUID() }), 'ok own'),
  engineCall('renew', () => ({ generation }), 'ok own'),
  engineCall('release', () => ({ generation }), 'ok own'),
  engineCall('claim', () => ({ generation, limit: 10 }), 'ok own'),
  engineCall(
    'report',
    ({ ours }) => ({
      generation,
      results: [{ _id: ours.sendingId, outcome: { kind: 'accepted', wireId: 'w', atMs: Date.now() } }],
    }),
    'ok nothing',
  ),
  engineCall('events', () => ({ generation, events: [], status: 'qrcode' }), 'ok own'),
  engineCall('readCredentials', () => ({ generation, names: ['creds'] }), 'nothing nothing'),
  engineCall('writeCredentials', () => ({ generation, values: { creds: 'x' } }), 'ok own'),
  engineCall('content', ({ ours }) => ({ generation, waMessageId: ours.waMessageId }), 'ok nothing'),
  engineCall('inbox', () => ({ generation, taken: [] }), 'nothing nothing'),
  engineCall(
    'received',
    () => ({
      generation,
      messages: [
        { waMessageId: 'm', chat: '+447700900001', from: '+447700900001', kind: 'text', text: 'x', atMs: Date.now() },
      ],
    }),
    'ok own',
  ),
  route(`POST ${EXTENSION_QUEUE_PATH}`, () => ({ path: EXTENSION_QUEUE_PATH, body: { generation } }), NOBODY, {
    strangers: '401 401 nothing nothing 401',
  }),
  route(`POST ${EXTENSION_PAIR_PATH}`, () => ({ path: EXTENSION_PAIR_PATH, body: { code: 'x' } }), INVALID, {
    strangers: INVALID,
  }),
  route(`POST ${EXTENSION_UNPAIR_PATH}`, () => ({ path: EXTENSION_UNPAIR_PATH, body: {} }), NOBODY, {
    strangers: '401 401 ok 404 401',
    given: inBrowser,
  }),
  engineCall('acts', () => ({ generation }), 'nothing nothing'),
  engineCall('file', ({ ours }) => ({ generation, fileId: ours.fileId }), 'ok 404'),
  engineCall('preview', ({ ours }) => ({ generation, fileId: ours.fileId }), 'nothing nothing'),
  route(
    `POST ${ENGINE_PROTOCOL_PATHS.fetchedFile}`,
    ({ ours }) => ({
      path: `${ENGINE_PROTOCOL_PATHS.fetchedFile}?${new URLSearchParams({ generation: '1', commandId: ours.fetchId })}`,
      body: 'some words',
      headers: { 'content-type': 'text/plain' },
    }),
    NOBODY,
    { strangers: '401 401 ok 404 401' },
  ),
  route(`POST ${ENGINE_HOST_PATH}`, () => ({ path: ENGINE_HOST_PATH, body: {} }), NOBODY, {
    strangers: '401 401 401 401 ok',
  }),
  route(
    `POST ${HOST_RENEWALS_PATH}`,
    ({ engineToken: token }) => ({ path: HOST_RENEWALS_PATH, body: { leases: [{ token, generation }] } }),
    NOBODY,
    { strangers: '401 401 401 401 ok' },
  ),
];

// ·· Sign-in concerns the caller's own account, also in support mode.
const auth = (
  method: 'GET' | 'POST',
  path: string,
  body: ((fixture: Fixture) => unknown) | null,
  strangers: string,
  people: string,
) =>
  route(
    `${method} /api/auth${path}`,
    (fixture) => ({ path: `/api/auth${path}`, ...(body ? { body: body(fixture) } : {}) }),
    people,
    { strangers },
  );
const authRoutes = [
  auth(
    'POST',
    '/sign-up/email',
    () => ({ name: 'New', email: `new-${randomUUID()}@example.test`, password: 'a long enough password' }),
    'own own own own own',
    'own own own own own',
  ),
  auth(
    'POST',
    '/sign-in/email',
    ({ owner: { email, password } }) => ({ email, password }),
    'ok ok ok ok ok',
    'ok ok ok ok ok',
  ),
  auth('POST', '/sign-out', () => ({}), ANYBODY, 'own ok ok own own'),
  auth('POST', '/request-password-reset', ({ owner: { email } }) => ({ email }), 'ok ok ok ok ok', 'ok ok ok ok ok'),
  auth(
    'POST',
    '/reset-password',
    () => ({ token: 'made up', newPassword: 'another long password' }),
    '422 422 422 422 422',
    '422 422 422 422 422',
  ),
  auth(
    'POST',
    '/change-password',
    ({ owner: { password } }) => ({ currentPassword: password, newPassword: 'another long password' }),
    NOBODY,
    'own ok ok own own',
  ),
  auth('POST', '/confirm', ({ owner: { password } }) => ({ password }), NOBODY, 'own ok ok own own'),
  auth('POST', '/two-factor/enable', ({ owner: { password } }) => ({ password }), NOBODY, 'own ok ok own own'),
  // Nobody has started to set one up or to sign in.
  auth('POST', '/two-factor/verify-totp', () => ({ code: '123456' }), NOBODY, '400 400 400 400 400'),
  auth('POST', '/two-factor/verify-backup-code', () => ({ code: 'abcde-fghij' }), NOBODY, '400 400 400 400 400'),
  auth(
    'POST',
    '/two-factor/generate-backup-codes',
    ({ owner: { password } }) => ({ password }),
    NOBODY,
    '400 400 400 400 400',
  ),
  auth('POST', '/two-factor/disable', ({ owner: { password } }) => ({ password }), NOBODY, 'own ok ok own own'),
  auth('GET', '/passkey/generate-register-options', null, NOBODY, 'own ok ok own own'),
  auth('GET', '/passkey/generate-authenticate-options', null, 'own own own own own', 'own ok ok own own'),
  // Nobody has started this either.
  auth('POST', '/passkey/verify-registration', () => ({ response: {} }), NOBODY, '400 400 400 400 400'),
  auth(
    'POST',
    '/passkey/verify-authentication',
    () => ({ response: {} }),
    '400 400 400 400 400',
    '400 400 400 400 400',
  ),
  auth('GET', '/get-session', null, ANYBODY, 'nothing ok ok nothing nothing'),
  route('* /api/auth/*', () => ({ method: 'GET', path: '/api/auth/organization/list' }), NOT_FOUND, {
    strangers: NOT_FOUND,
  }),
];

// ·· Webhooks trust Meta's signature and nothing else.
const webhook = ({ ours }: Fixture) => `/webhooks/cloud-api/${ours.cloudEngineId}`;
const challenge = (token: string) => `hub.mode=subscribe&hub.challenge=1&hub.verify_token=${token}`;
const news = '{"entry":[]}';
const signed = (secret: string) => `sha256=${createHmac('sha256', secret).update(news).digest('hex')}`;
const webhookRoutes = [
  route(
    'GET /webhooks/cloud-api/:engineId',
    (fixture) => ({ path: `${webhook(fixture)}?${challenge(fixture.ours.verifyToken)}` }),
    ANYBODY,
    {
      asks: 'with the verification token',
      strangers: ANYBODY,
    },
  ),
  route(
    'GET /webhooks/cloud-api/:engineId',
    (fixture) => ({ path: `${webhook(fixture)}?${challenge('guessed')}` }),
    '403 403 403 403 403',
    {
      asks: 'with a guessed token',
      strangers: '403 403 403 403 403',
    },
  ),
  route(
    'POST /webhooks/cloud-api/:engineId',
    (fixture) => ({
      path: webhook(fixture),
      body: news,
      headers: { 'x-hub-signature-256': signed(fixture.ours.appSecret) },
    }),
    ANYBODY,
    { asks: 'signed', strangers: ANYBODY },
  ),
  route(
    'POST /webhooks/cloud-api/:engineId',
    (fixture) => ({ path: webhook(fixture), body: news, headers: { 'x-hub-signature-256': signed('guessed') } }),
    NOBODY,
    { asks: 'with a guessed signature' },
  ),
  route(
    'POST /webhooks/cloud-api/:engineId',
    ({ ours }) => ({ path: `/webhooks/cloud-api/${ours.engineId}`, body: news }),
    NOT_FOUND,
    {
      asks: 'of an engine without one',
      strangers: NOT_FOUND,
    },
  ),
];

// ·· The simulated WhatsApp, in the demo only (decision 177). It stores its own data and leaves no trace in a table.
const phone = (number: string, action: string) => `/simulator/accounts/${encodeURIComponent(number)}/${action}`;
const simulator = (
  asks: string,
  effect: 'see' | 'play',
  example: (fixture: Fixture) => { path: string; body?: unknown; method?: string },
  people: string,
) =>
  route('* /simulator/*', (fixture) => ({ method: effect === 'see' ? 'GET' : 'POST', ...example(fixture) }), people, {
    asks,
    operation: simulatorOperations[effect],
  });
const simulatorAtLarge = (asks: string, path: string, words: string) =>
  route('* /simulator/*', () => ({ method: 'GET', path }), words, { asks, strangers: words });
const numberOf = ({ ours }: Fixture) => ours.phoneNumber;
const write = { to: '+447700900001', text: 'Hello' };
const simulatorRoutes = [
  simulator('deliveries anywhere', 'see', at('/simulator/deliveries'), 'nothing  ok  ok  ok  ok'),
  simulator(
    'deliveries to our number',
    'see',
    (fixture) => ({ path: `/simulator/deliveries?to=${encodeURIComponent(numberOf(fixture))}` }),
    'nothing  ok  ok  ok  ok',
  ),
  simulator('accounts', 'see', at('/simulator/accounts'), 'nothing  ok  ok  ok  ok'),
  simulator(
    'our phone writes',
    'play',
    (fixture) => ({ path: phone(numberOf(fixture), 'messages'), body: write }),
    '403  nothing  nothing  403  nothing',
  ),
  simulator(
    'our number becomes a business',
    'play',
    (fixture) => ({ path: phone(numberOf(fixture), 'cloud-api'), body: {} }),
    '403  ok  ok  403  ok',
  ),
  simulator(
    'a phone that is nobody’s writes',
    'play',
    () => ({ path: phone('+447700900111', 'messages'), body: write }),
    'nothing  nothing  nothing  403  nothing',
  ),
  simulator(
    'a fault befalls our number',
    'play',
    (fixture) => ({ path: '/simulator/faults', body: { kind: 'late-receipts', account: numberOf(fixture) } }),
    '403  nothing  nothing  403  nothing',
  ),
  simulator(
    'faults are cleared',
    'play',
    () => ({ method: 'DELETE', path: '/simulator/faults' }),
    'nothing  nothing  nothing  403  nothing',
  ),
  simulatorAtLarge('the page that engines open', '/simulator/web', ANYBODY),
  simulatorAtLarge('the Cloud API without a business’s token', '/simulator/graph/v25.0/1234567', NOBODY),
  simulatorAtLarge('a sealed file that is not there', '/simulator/noise/mms/file/00', NOT_FOUND),
];

// ·· The API for programs: one route, and a row for each operation of its contract.
type V1Contract = typeof publicApiContract;
type V1Name = {
  [Group in keyof V1Contract]: `${Group}.${keyof V1Contract[Group] & string}`;
}[keyof V1Contract];
interface V1Operation {
  '~orpc': { meta: OperationMeta; route: { method?: string; path?: string } };
}
/** All operations of its contract. */
export const V1_OPERATIONS: ReadonlyMap<string, V1Operation> = new Map(
  Object.entries(publicApiContract).flatMap(([group, operations]) =>
    Object.entries(operations as Record<string, V1Operation>).map(([name, one]) => [`${group}.${name}`, one] as const),
  ),
);
type V1Request = { body?: unknown } & Record<string, unknown>;
/** Parameters outside the path go into the query; `body` is sent. */
const v1 = (name: V1Name, sample: (fixture: Fixture) => V1Request, people: string, options: Options = {}) => {
  const found = V1_OPERATIONS.get(name)?.['~orpc'];
  if (!found) throw new Error(`no operation ${name}`);
  const { method = 'POST', path = '' } = found.route;
  const example = (fixture: Fixture) => {
    const { body, ...given } = sample(fixture);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(given[field] ?? 'x')));
    return { method, path: `/v1${filled}`, ...(body === undefined ? {} : { body }) };
  };
  // Unsupported operations are refused to those who would have access.
  const says = name.startsWith('unsupported.') ? {} : { operation: found.meta };
  return route('* /v1/*', example, people, { asks: name, ...says, ...options });
};
const READ_BY_US = 'nothing  ok  ok  ok  nothing';
const ours404 = '404  ok  ok  ok  404';
const change404 = '404  ok  ok  403  404';
const v1List = ({ ours }: Fixture) => ({ id: ours.listId });
const v1Member = ({ ours }: Fixture) => ({ id: ours.listId, contactId: ours.contactId });
const givenMember = ({ ours }: Fixture) =>
  `insert into bulk_list_contacts (contact_id, collection_id) values ('${ours.contactId}', '${ours.listId}') on conflict do nothing`;
/** Key of a received message. */
const v1Key = () => ({ waMessageKey: 'false_447700900001@c.us_r1' });
const v1Chat = () => ({ chatId: '+447700900001' });
/** Makes the engine with chats the default one. */
const SENDS = {
  given: ({ ours }: Fixture) => `update engines set active = false where id = '${ours.cloudEngineId}'`,
};
const v1Group = () => ({ id: '1@g.us' });
const v1GroupMember = () => ({ ...v1Group(), chatId: '+447700900002' });
const v1Board = ({ ours }: Fixture) => ({ boardId: ours.boardId });
const v1Item = ({ ours }: Fixture) => ({ boardId: ours.boardId, itemId: ours.boardItemId });
const v1Contact = ({ ours }: Fixture) => ({ id: ours.contactId });
const v1Template = ({ ours }: Fixture) => ({ id: ours.templateId });
const v1Text = { type: 'text', text: 'Hello' };
const v1Routes = [
  v1('ping.check', none, READ_BY_US),
  v1('account.retrieve', none, READ_BY_US),
  v1('engines.list', none, READ_BY_US),
  v1('scheduledMessages.list', none, READ_BY_US),
  v1('scheduledMessages.get', ({ ours }) => ({ id: ours.pendingId }), ours404),
  v1('scheduledMessages.create', () => ({ chatId: '+447700900002', body: v1Text }), 'own  ok  ok  403  own'),
  v1('scheduledMessages.update', ({ ours }) => ({ id: ours.pendingId, body: { text: 'x' } }), change404),
  v1('scheduledMessages.delete', ({ ours }) => ({ id: ours.pendingId }), change404),
  // Without an engine there are no chats to show.
  v1('messages.list', none, 'nothing  ok  ok  ok  503', SENDS),
  v1('messages.send', () => ({ chatId: '+447700900002', body: v1Text }), 'own  ok  ok  403  own'),
  v1('messages.get', v1Key, ours404),
  v1('messages.getAck', v1Key, '404  nothing  nothing  nothing  404'),
  v1('messages.batchAcks', () => ({ body: { messageKeys: ['false_447700900001@c.us_r1'] } }), ANYBODY),
  v1('messages.getMedia', v1Key, ours404),
  v1(
    'messages.react',
    () => ({ waMessageKey: 'false_447700900001@c.us_r1', body: { emoji: '👍' } }),
    '404  ok  ok  403  404',
  ),
  v1('messages.pin', v1Key, change404),
  v1('messages.unpin', v1Key, change404),
  v1('messages.listPinned', v1Chat, 'nothing  nothing  nothing  nothing  503', SENDS),
  v1('messages.loadOlder', v1Chat, '503  nothing  nothing  403  503', SENDS),
  v1('chats.markRead', v1Chat, 'own  ok  ok  403  503', SENDS),
  v1('chats.archive', v1Chat, 'own  ok  ok  403  503', SENDS),
  v1('chats.unarchive', v1Chat, 'own  ok  ok  403  503', SENDS),
  v1('chats.list', none, 'nothing  ok  ok  ok  503', SENDS),
  v1('chats.latest', none, 'nothing  ok  ok  ok  503', SENDS),
  v1('chats.get', () => ({ id: '+447700900001' }), '404  ok  ok  ok  503', SENDS),
  // The group has no members.
  v1('chats.listParticipants', () => ({ chatId: '1@g.us' }), '404  nothing  nothing  nothing  404'),
  v1('contacts.list', none, READ_BY_US),
  v1('groups.list', none, 'nothing  ok  ok  ok  503', SENDS),
  v1('groups.get', () => ({ id: '1@g.us' }), ours404),
  v1(
    'groups.create',
    () => ({ body: { name: 'Supper', participants: ['+447700900002'] } }),
    '503  ok  ok  403  503',
    SENDS,
  ),
  v1('groups.update', () => ({ ...v1Group(), body: { name: 'Supper' } }), change404),
  v1('groups.addMembers', () => ({ ...v1Group(), body: { chatId: '+447700900002' } }), change404),
  v1('groups.removeMember', v1GroupMember, change404),
  v1('groups.promoteAdmin', v1GroupMember, change404),
  v1('groups.demoteAdmin', v1GroupMember, change404),
  v1('groups.leave', v1Group, change404),
  v1('contacts.commonGroups', () => ({ id: '+447700900001' }), '503  ok  ok  ok  503', SENDS),
  v1('audiences.list', none, READ_BY_US),
  v1('audiences.create', () => ({ body: { name: 'Another' } }), 'own  ok  ok  403  own'),
  v1('audiences.get', v1List, ours404),
  v1('audiences.update', (fixture) => ({ ...v1List(fixture), body: { name: 'Another' } }), change404),
  v1('audiences.delete', v1List, change404),
  v1(
    'audiences.appendContacts',
    (fixture) => ({ ...v1List(fixture), body: { contacts: [{ to: '+447700900005' }] } }),
    change404,
  ),
  v1(
    'audiences.updateContact',
    (fixture) => ({ ...v1Member(fixture), body: { variables: { city: 'Bath' } } }),
    change404,
    {
      given: givenMember,
    },
  ),
  v1('audiences.deleteContact', v1Member, change404, { given: givenMember }),
  v1('campaigns.list', none, READ_BY_US),
  v1('campaigns.create', ({ ours }) => ({ body: { name: 'Sale', audienceId: ours.listId, text: 'Hi' } }), change404),
  v1('campaigns.get', campaign, ours404),
  v1('campaigns.pause', campaign, change404),
  v1('campaigns.resume', campaign, change404, { given: () => `update campaigns set state = 'paused'` }),
  v1('campaigns.cancel', campaign, change404),
  v1('boards.list', none, READ_BY_US),
  v1('boards.create', () => ({ body: { domain: 'tasks' } }), 'own  ok  ok  403  own'),
  v1('boards.get', board, ours404),
  v1('boards.items', v1Board, ours404),
  v1('boards.createItem', (fixture) => ({ ...v1Board(fixture), body: { text: 'Call' } }), change404),
  v1('boards.updateItem', (fixture) => ({ ...v1Item(fixture), body: { text: 'Call' } }), change404),
  v1('boards.bulkItems', (fixture) => ({ ...v1Board(fixture), body: { items: [{ text: 'Call' }] } }), change404),
  v1(
    'boards.findSimilar',
    (fixture) => ({ ...v1Board(fixture), body: { candidates: [{ text: 'Call of ours' }] } }),
    ours404,
  ),
  v1('extensions.contacts', none, READ_BY_US),
  v1('extensions.templates', none, READ_BY_US),
  v1('extensions.bots', none, READ_BY_US),
  v1('extensions.knowledge', none, READ_BY_US),
  v1('extensions.series', none, READ_BY_US, { given: givenSeries }),
  // Rules and times, none of our texts.
  v1('extensions.holds', ({ ours }) => ({ id: ours.pendingId }), '404  nothing  nothing  nothing  404'),
  v1('extensions.createContact', () => ({ body: { to: '+447700900003' } }), 'own  ok  ok  403  own'),
  v1('extensions.updateContact', (fixture) => ({ ...v1Contact(fixture), body: { name: 'Anne' } }), change404),
  v1('extensions.deleteContact', v1Contact, change404),
  v1('extensions.createTemplate', () => ({ body: { name: 'Other', text: 'Hi' } }), 'own  ok  ok  403  own'),
  v1('extensions.updateTemplate', (fixture) => ({ ...v1Template(fixture), body: { text: 'Hi' } }), change404),
  v1('extensions.deleteTemplate', v1Template, change404),
  v1('extensions.deployBot', (fixture) => ({ ...bot(fixture), body: { settings: {} } }), change404),
  v1('extensions.undeployBot', bot, change404),
  v1(
    'extensions.addKnowledge',
    (fixture) => ({ ...knowledgeBase(fixture), body: { title: 'Hours', text: 'From nine' } }),
    change404,
  ),
  v1('extensions.groupInvite', v1Group, change404),
  v1('webhooks.list', none, 'nothing  403  ok  ok  nothing', { given: givenWebhook }),
  v1(
    'webhooks.create',
    () => ({ body: { url: 'https://example.test/hook', events: ['message.delivered'] } }),
    'own  403  ok  403  own',
  ),
  v1('webhooks.get', ownWebhook, '404  403  ok  ok  404', { given: givenWebhook }),
  v1('webhooks.update', () => ({ ...ownWebhook(), body: { status: 'disabled' } }), '404  403  ok  403  404', {
    given: givenWebhook,
  }),
  v1('webhooks.delete', ownWebhook, '404  403  ok  403  404', { given: givenWebhook }),
  ...Object.keys(publicApiContract.unsupported).map((name) => {
    const isRead = V1_OPERATIONS.get(`unsupported.${name}`)?.['~orpc'].meta.effect === 'read';
    const support = isRead ? '501' : '403';
    return v1(`unsupported.${name}` as V1Name, none, `501  501  501  ${support}  501`);
  }),
  route('GET /v1/openapi.json', at('/v1/openapi.json'), ANYBODY, { strangers: ANYBODY }),
];

/** Anyone who knows our address can have its template sent, whoever they are; without it, nothing happens. */
const inboundRoutes = [
  route(
    'POST /hooks/:secret',
    () => ({ path: `/hooks/${INBOUND_SECRET}`, body: { to: '+447700900123' } }),
    'ok  ok  ok  ok  ok',
    { strangers: 'ok ok ok ok ok', given: givenInbound },
  ),
  route(
    'POST /hooks/:secret',
    () => ({ path: '/hooks/guessed', body: { to: '+447700900123' } }),
    '404  404  404  404  404',
    { strangers: NOT_FOUND, given: givenInbound },
  ),
];

export const ROUTES: RouteRow[] = [
  ...v1Routes,
  ...inboundRoutes,
  // A feed's secret address works without an account; an unknown one belongs to nobody.
  route('GET /api/calendar-feeds/:file', at('/api/calendar-feeds/unknown.ics'), '404  404  404  404  404', {
    strangers: '404 404 404 404 404',
  }),
  // Without CELL_SECRET there is no directory of cells; a link to a workspace says no more than that it is here.
  route(
    'PUT /cells/:cell/workspaces',
    () => ({
      path: '/cells/eu-1/workspaces',
      body: { url: 'https://a.example', after: null, through: null, workspaceIds: [] },
    }),
    '401  401  401  401  401',
    { strangers: '401 401 401 401 401' },
  ),
  route('GET /cells/workspaces/:workspaceId', at('/cells/workspaces/unknown'), '404  404  404  404  404', {
    strangers: '404 404 404 404 404',
  }),
  route('GET /w/:workspaceId', at('/w/unknown'), '404  404  404  404  404', { strangers: '404 404 404 404 404' }),
  route('GET /w/:workspaceId/*', at('/w/unknown/inbox'), '404  404  404  404  404', {
    strangers: '404 404 404 404 404',
  }),
  route('GET /api/demo/key', at('/api/demo/key'), 'own  403  ok  403  own', { operation: demoKeyOperation }),
  route('GET /api/demo/life', at('/api/demo/life'), ANYBODY, { operation: demoLifeOperations.see }),
  route(
    'PUT /api/demo/life',
    () => ({ path: '/api/demo/life', body: { isOn: true } }),
    'nothing  nothing  nothing  403  nothing',
    { operation: demoLifeOperations.change },
  ),
  route('POST /api/demo/window', at('/api/demo/window'), 'nothing  nothing  nothing  403  nothing', {
    operation: demoLifeOperations.change,
  }),
  ...engineRoutes,
  ...authRoutes,
  ...webhookRoutes,
  ...simulatorRoutes,
  route(
    `POST ${FILES_PATH}`,
    () => ({ path: `${FILES_PATH}?name=a.txt`, body: 'some words', headers: { 'content-type': 'text/plain' } }),
    'own  ok  ok  403  own',
    { operation: fileOperations.upload },
  ),
  route(`GET ${FILES_PATH}/:id`, ({ ours }) => ({ path: `${FILES_PATH}/${ours.fileId}` }), '404  ok  ok  ok  404', {
    operation: fileOperations.read,
  }),
  route(
    `GET ${PERSONAL_DATA_EXPORT_PATH}`,
    () => ({ path: `${PERSONAL_DATA_EXPORT_PATH}?mobile=%2B447700900001` }),
    'nothing  403  ok  403  nothing',
    { operation: personalDataExport },
  ),
  route(`GET ${CLUSTER_STREAM_PATH}`, at(CLUSTER_STREAM_PATH), '403  403  403  403  ok', {
    operation: clusterStreams.changes,
  }),
  route(
    'GET /api/cluster/namespaces/:namespace/pods/:pod/log',
    ({ ours }) => ({ path: `/api/cluster/namespaces/switchyard-gateways/pods/${ours.podName}/log` }),
    '403  403  403  403  ok',
    { operation: clusterStreams.log },
  ),
  route(
    'GET /api/cluster/namespaces/:namespace/owners/:kind/:name/log',
    at('/api/cluster/namespaces/switchyard-gateways/owners/ReplicaSet/web/log'),
    '403  403  403  403  nothing',
    { operation: clusterStreams.ownerLog },
  ),

  route(
    'POST /actions',
    () => ({ path: '/actions', body: { cmd: 'dashboard.getBotsWithLastActivity' } }),
    '403  403  403  403  ok',
    { operation: actionOperations.botsWithLastActivity },
  ),
  // The person who removed the extension need not be signed in.
  route(
    `POST ${UNINSTALL_PATH}`,
    () => ({ path: UNINSTALL_PATH, body: { reason: 'other', words: 'x' } }),
    'own  own  own  own  own',
    { strangers: 'own own own own own' },
  ),
  // The conversation is saved as the caller's own, also in support mode.
  route(
    `POST ${BTGPT_PATH}`,
    () => ({ path: BTGPT_PATH, body: { message: 'show pending messages', stream: false } }),
    'own  ok  ok  ok  own',
  ),

  // External clients have no identity yet: their metadata and their requests without a person are the same for all.
  route('GET /.well-known/*', at('/.well-known/oauth-authorization-server'), ANYBODY, { strangers: ANYBODY }),
  route('OPTIONS /.well-known/*', at('/.well-known/oauth-authorization-server'), ANYBODY, { strangers: ANYBODY }),
  route('OPTIONS /api/auth/oauth2/*', at('/api/auth/oauth2/token'), ANYBODY, { strangers: ANYBODY }),
  route('GET /api/auth/oauth2/authorize', at('/api/auth/oauth2/authorize?resource=x'), BAD, { strangers: BAD }),
  route('POST /api/auth/oauth2/token', () => ({ path: '/api/auth/oauth2/token', body: {} }), BAD, { strangers: BAD }),
  route('POST /api/auth/oauth2/revoke', () => ({ path: '/api/auth/oauth2/revoke', body: {} }), BAD, { strangers: BAD }),
  route('POST /api/auth/oauth2/register', () => ({ path: '/api/auth/oauth2/register', body: {} }), BAD, {
    strangers: BAD,
  }),
  // Accepts only keys, which are tested separately.
  route(
    '* /mcp',
    () => ({ method: 'POST', path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
    NOBODY,
  ),

  route('GET /health', at('/health'), ANYBODY, { strangers: ANYBODY }),
  route('GET /metrics', at('/metrics'), ANYBODY, { asks: 'from this machine', strangers: ANYBODY }),
  route('GET /metrics', () => ({ path: '/metrics', headers: { 'x-forwarded-for': '203.0.113.7' } }), NOBODY, {
    asks: 'through a proxy',
  }),
  route('GET /api/openapi.json', at('/api/openapi.json'), ANYBODY, { strangers: ANYBODY }),
];
/** The test sees every route registered by domains; earlier ones are only known from this list. */
export const REGISTERED_BEFORE_THE_DOMAINS = ['GET /health', 'GET /metrics', 'GET /api/openapi.json'];

// ── Topics of the broker, over TCP and over WebSocket ──────────────────────────────────────────────────
//   ok    may          no   may not          401   no connection at all
// The words are for  anonymous signedOut engine rival host · outsider member owner support admin
// People have the ticket of `live.ticket`; signedOut one from before the sign-out, which is good for ten minutes.

export interface TopicRow {
  topic: (fixture: Fixture) => string;
  subscribe: string;
  publish: string;
}
export type TopicName = keyof typeof topics;
const NO_MORE = '401 no no no no   no no no no no';
const topic = (
  of: (fixture: Fixture) => string,
  { subscribe = NO_MORE, publish = NO_MORE }: Partial<Omit<TopicRow, 'topic'>>,
): TopicRow => ({ topic: of, subscribe, publish });

export const TOPICS: Record<TopicName, TopicRow> = {
  enginePresence: topic(({ ours }) => topics.enginePresence(ours.engineId), {
    subscribe: '401 no ok no no   no no no no no',
    publish: '401 no ok no no   no no no no no',
  }),
  enginePoke: topic(({ ours }) => topics.enginePoke(ours.engineId), {
    subscribe: '401 no ok no no   no no no no no',
  }),
  engineCommand: topic(({ ours }) => topics.engineCommand(ours.engineId), {
    subscribe: '401 no ok no no   no no no no no',
  }),
  engineReply: topic(({ ours }) => topics.engineReply(ours.engineId), {
    subscribe: '401 no ok no no   no no no no no',
    publish: '401 no ok no no   no no no no no',
  }),
  hostPoke: topic(({ ours }) => topics.hostPoke(ours.podName), {
    subscribe: '401 no no no ok   no no no no no',
  }),
  workspaceLive: topic(({ ours }) => topics.workspaceLive(ours.workspaceId), {
    subscribe: '401 ok no no no   no ok ok ok no',
  }),
  userLive: topic(({ ours }) => topics.userLive(ours.ownerId), {
    subscribe: '401 no no no no   no no ok no no',
  }),
  // Needs the share's link; `The link of a share` tests it.
  shareLive: topic(() => topics.shareLive(SHARE_ID), {}),
  everyEnginePresence: topic(() => topics.everyEnginePresence, {}),
  everyEngineReply: topic(() => topics.everyEngineReply, {}),
};

// ── The local cluster's API, on its own loopback port ──────────────────────────────────────────────────
// Our logins mean nothing there: a request's origin decides, and the cluster's own token gives all rights.
// The words are for  program · member · ourPage · foreignPage · foreignName · owner
//   program: on this machine, without a token · member: the same with one of our logins · ourPage: a page of the web app · foreignPage: any other page
//   foreignName: by a foreign name that resolves to this machine · owner: with the cluster's token

const PODS = '/api/v1/namespaces/switchyard-gateways/pods';
const aPod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { containers: [] } };
export const CLUSTER_CALLERS = ['program', 'member', 'ourPage', 'foreignPage', 'foreignName', 'owner'] as const;
export const CLUSTER_API: [what: string, request: { method: string; path: string; body?: unknown }, words: string][] = [
  ['pods are listed', { method: 'GET', path: PODS }, '200 200 200 403 403 200'],
  ['a log is read', { method: 'GET', path: `${PODS}/engine-of-ours/log` }, '200 200 200 403 403 200'],
  // Validation errors are also for the owner only.
  ['a pod is created', { method: 'POST', path: PODS, body: aPod }, '403 403 403 403 403 422'],
  ['a missing pod is deleted', { method: 'DELETE', path: `${PODS}/none` }, '404 404 404 403 403 404'],
  [
    'secrets are read',
    { method: 'GET', path: '/api/v1/namespaces/switchyard-gateways/secrets' },
    '403 403 403 403 403 200',
  ],
  // A caller who may delete a pod may also cordon a node; this body lacks a patch type.
  ['a node is patched', { method: 'PATCH', path: '/api/v1/nodes/none', body: {} }, '415 415 415 403 403 415'],
  [
    'rights are asked about',
    {
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      body: { spec: { resourceAttributes: { verb: 'list', resource: 'pods' } } },
    },
    '201 201 201 403 403 201',
  ],
  ['nodes are deleted', { method: 'DELETE', path: '/api/v1/nodes/none' }, '405 405 405 403 403 405'],
  ['the version is requested', { method: 'GET', path: '/version' }, '200 200 200 403 403 200'],
];

/**
 * Paths that accept WebSockets; access there is covered by the rows above and by what the simulated network demands of
 * devices.
 */
export const UPGRADES = ['/mqtt', '/simulator/engine', '/simulator/noise'];
