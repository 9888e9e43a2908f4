import { randomUUID } from 'node:crypto';
import { issueEngineToken, issueHostToken } from '../../src/domains/engines/engine-token.ts';
import type { Credentials } from '../../src/platform/mqtt/rights.ts';
import type { TestServer } from '../test-server.ts';
import type { Caller } from './columns.ts';

/** Occurs in names and texts of our workspace only, so a response that contains it shows our data. */
export const MARK = 'of-ours';
/** Our engine process's answer to a pairing code request. */
export const PAIRING_CODE = 'OURS-CODE';
/** A log line of our pods. */
export const LOGGED = 'logged by a pod that is ours';

/**
 * Everything that rows of the table refer to: people and things of our workspace, of another one, and of the platform.
 */
export interface Fixture {
  ours: {
    workspaceId: string;
    ownerId: string;
    memberId: string;
    /** Driver `simulator`; its process holds the lane in generation 1 and answers commands over MQTT. */
    engineId: string;
    contactId: string;
    audienceId: string;
    templateId: string;
    /** Running, with one waiting recipient. */
    campaignId: string;
    /** For +447700900005. */
    suppressionId: string;
    /** The link in messages to +447700900007. */
    subscriptionId: string;
    labelId: string;
    listId: string;
    /** Driver `cloud-api`, configured. */
    cloudEngineId: string;
    phoneNumber: string;
    /** Far in the future, at version 1 like all of them. */
    pendingId: string;
    /** Claimable now. */
    dueId: string;
    sendingId: string;
    sentId: string;
    unknownId: string;
    cancelledId: string;
    failedId: string;
    removedId: string;
    /** Of the message being sent, which has the file attached. */
    waMessageId: string;
    fileId: string;
    /** Received with a file that was not fetched yet. */
    receivedId: string;
    actId: string;
    /** Our engine's command to fetch it. */
    fetchId: string;
    botId: string;
    botVersionId: string;
    botSessionId: string;
    podName: string;
    podNames: string[];
    /** An announced deletion of a pod. */
    deletionId: string;
    /** A node that is being relieved of one of our pods. */
    planRunId: string;
    /** A knowledge base with an unreadable document, an entry and an unanswered question. */
    knowledgeBaseId: string;
    knowledgeDocumentId: string;
    knowledgeEntryId: string;
    knowledgeQuestionId: string;
    /** Open, at version 1, with an event and a note; and a shared quick reply of the owner. */
    conversationId: string;
    quickReplyId: string;
    /** A team with our member, and a saved view of our owner. */
    inboxTeamId: string;
    inboxViewId: string;
    /** Shared, owned by the owner. */
    macroId: string;
    /** A board with its title column, a group, a view and an item assigned to our owner and member. */
    boardId: string;
    boardColumnId: string;
    boardGroupId: string;
    boardViewId: string;
    boardItemId: string;
    /** On that item; the comment is the owner's. */
    boardCheckId: string;
    boardCommentId: string;
    automationId: string;
    /** Another, empty group, and a deleted item. */
    emptyGroupId: string;
    deletedItemId: string;
    otherItemId: string;
    /** Meta's verification token and signing secret. */
    verifyToken: string;
    appSecret: string;
  };
  owner: Person;
  member: Person;
  outsider: Person & { userId: string; workspaceId: string };
  admin: Person & { userId: string; workspaceId: string };
  /** A member's signed-out token, and the broker ticket requested with it before. */
  signedOut: string;
  earlierTicket: Credentials;
  engineToken: string;
  /** An engine of the outsider's workspace, which holds its own lane in generation 1. */
  rival: { engineId: string; token: string };
  hostToken: string;
}

interface Person {
  email: string;
  password: string;
  token: string;
}

export const APP_SECRET = 'the app secret that Meta signs with';

/** Creates people by real sign-ups, and their data. */
export async function createFixture(server: TestServer): Promise<Fixture> {
  const { call, database, platform } = server;
  const { pool } = database;
  const person = async (name: string) => {
    const account = await server.signUp({ name });
    const me = await call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, account);
    return { ...account, userId: me.body._id, workspaceId: me.body.workspace._id };
  };
  const owner = await person(`Owner ${MARK}`);
  const member = await person(`Member ${MARK}`);
  const outsider = await person('Outsider');
  const admin = await person('Admin');
  const again = await call('POST', '/api/auth/sign-in/email', { email: member.email, password: member.password });
  const signedOut = again.headers.get('set-auth-token') ?? '';

  const { workspaceId } = owner;
  const ids = {
    contactId: randomUUID(),
    audienceId: randomUUID(),
    templateId: randomUUID(),
    campaignId: randomUUID(),
    suppressionId: randomUUID(),
    subscriptionId: randomUUID(),
    labelId: randomUUID(),
    listId: randomUUID(),
    engineId: randomUUID(),
    cloudEngineId: randomUUID(),
    rivalId: randomUUID(),
    pendingId: randomUUID(),
    dueId: randomUUID(),
    sendingId: randomUUID(),
    sentId: randomUUID(),
    unknownId: randomUUID(),
    cancelledId: randomUUID(),
    failedId: randomUUID(),
    removedId: randomUUID(),
    deletionId: randomUUID(),
    planRunId: randomUUID(),
    receivedId: randomUUID(),
    actId: randomUUID(),
    fetchId: randomUUID(),
    knowledgeBaseId: randomUUID(),
    knowledgeDocumentId: randomUUID(),
    knowledgeEntryId: randomUUID(),
    knowledgeQuestionId: randomUUID(),
    conversationId: randomUUID(),
    inboxTeamId: randomUUID(),
    inboxViewId: randomUUID(),
    macroId: randomUUID(),
    quickReplyId: randomUUID(),
    boardId: randomUUID(),
    boardColumnId: randomUUID(),
    boardGroupId: randomUUID(),
    boardViewId: randomUUID(),
    boardItemId: randomUUID(),
    boardCheckId: randomUUID(),
    boardCommentId: randomUUID(),
    automationId: randomUUID(),
    emptyGroupId: randomUUID(),
    deletedItemId: randomUUID(),
    otherItemId: randomUUID(),
    botId: randomUUID(),
    botVersionId: randomUUID(),
    botDeploymentId: randomUUID(),
    botSessionId: randomUUID(),
  };
  const run = (statement: string, ...values: unknown[]) => pool.query(statement, values);
  await run(`update users set role = 'admin' where id = $1`, admin.userId);
  await run('delete from workspaces where id = $1', member.workspaceId);
  await run(
    `insert into workspace_members (id, organization_id, user_id, role) values ($1, $2, $3, 'member')`,
    randomUUID(),
    workspaceId,
    member.userId,
  );
  await run(`update workspaces set plan = 'pro' where id = any ($1)`, [workspaceId, outsider.workspaceId]);
  const phoneNumber = '+447700900777';
  const podName = `engine-${MARK}`;
  const engine = (id: string, workspace: string, user: string, name: string, driver: string, number: string | null) =>
    run(
      `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired, pod_name, phone_number)
       values ($1, $2, $3, $4, $5, 'switchyard-gateways', 'connected', 'running', $6, $7)`,
      id,
      workspace,
      user,
      name,
      driver,
      number === phoneNumber ? podName : null,
      number,
    );
  await engine(ids.engineId, workspaceId, owner.userId, `Main ${MARK}`, 'simulator', phoneNumber);
  await engine(ids.cloudEngineId, workspaceId, owner.userId, `Business ${MARK}`, 'cloud-api', null);
  await engine(ids.rivalId, outsider.workspaceId, outsider.userId, 'Rival', 'simulator', '+447700900888');
  await run(
    `insert into engine_lanes (engine_id, generation, holder, instance_id, expires_at)
     select id, 1, 'pod', uuidv7(), now() + interval '1 hour' from engines`,
  );
  const upload = await fetch(`${server.url}/api/files?name=${MARK}.txt`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'text/plain',
      origin: platform.config.publicUrl,
    },
    body: `words ${MARK}`,
  });
  const { _id: fileId } = (await upload.json()) as { _id: string };
  const waMessageId = '3EB0AAAAAAAAAAAAAAAAAA';
  const message = (id: string, status: string, due: string, waId: string, more = '') =>
    run(
      `insert into messages (id, workspace_id, created_by, engine_id, contact_name, contact_list, recipient, body, status, due_at, due_local,
         zone, claimable_at, wa_message_id, attempt, lease_generation, sent_at, ack)
       select $1, $2, $3, $4, 'Ann ${MARK}', '[]', '+447700900001', 'Hello ${MARK}', $5, at, '2026-01-01T00:00', 'UTC', at, $6,
         case when $5 = 'pending' then 0 else 1 end, case when $5 = 'sending' then 1 end, case when $5 = 'sent' then at end, 0
       from (select ${due} as at) due`,
      id,
      workspaceId,
      owner.userId,
      ids.engineId,
      status,
      waId,
    ).then(() => (more ? run(`update messages set ${more} where id = $1`, id) : null));
  await message(ids.pendingId, 'pending', `now() + interval '1 year'`, '3EB0BBBBBBBBBBBBBBBBBB');
  await message(ids.dueId, 'pending', `now() - interval '1 minute'`, '3EB0CCCCCCCCCCCCCCCCCC');
  const carries = `file_id = '${fileId}', attachment = '{"kind":"media","fileId":"${fileId}","fileName":"${MARK}.txt","mimeType":"text/plain","media":"document","bytes":13}'`;
  await message(ids.sendingId, 'sending', `now() - interval '1 minute'`, waMessageId, carries);
  await message(ids.sentId, 'sent', `now() - interval '1 hour'`, '3EB0DDDDDDDDDDDDDDDDDD');
  await message(ids.unknownId, 'unknown', `now() - interval '1 hour'`, '3EB0EEEEEEEEEEEEEEEEEE');
  await message(ids.cancelledId, 'cancelled', `now() + interval '1 year'`, '3EB0FFFFFFFFFFFFFFFFFF');
  await message(ids.failedId, 'failed', `now() - interval '1 hour'`, '3EB0ABABABABABABABABAB');
  await message(ids.removedId, 'failed', `now() - interval '1 hour'`, '3EB0CDCDCDCDCDCDCDCDCD', 'deleted = true');
  await run(
    `insert into contacts (id, workspace_id, name, mobile) values ($2, $1, 'Ann ${MARK}', '+447700900001')`,
    workspaceId,
    ids.contactId,
  );
  await run(
    `insert into suppressions (id, workspace_id, mobile, cause, words) values ($2, $1, '+447700900005', 'person', 'Said ${MARK}')`,
    workspaceId,
    ids.suppressionId,
  );
  await run(
    `insert into message_subscriptions (id, workspace_id, mobile) values ($2, $1, '+447700900007')`,
    workspaceId,
    ids.subscriptionId,
  );
  const everybody = JSON.stringify({ from: { kind: 'all' }, withoutLabelIds: [], withoutAudienceIds: [] });
  await run(
    `insert into audiences (id, workspace_id, name, definition) values ($2, $1, 'Audience ${MARK}', $3)`,
    workspaceId,
    ids.audienceId,
    everybody,
  );
  await run(
    `insert into campaign_templates (id, workspace_id, name, text) values ($2, $1, 'Template ${MARK}', 'Hi')`,
    workspaceId,
    ids.templateId,
  );
  await run(
    `insert into campaigns (id, workspace_id, name, audience, variants, engine_ids, start_at, launch_key, is_expanded)
     values ($2, $1, 'Campaign ${MARK}', $3, '["Hi"]', '[]', now() + interval '1 year', uuidv7(), true)`,
    workspaceId,
    ids.campaignId,
    everybody,
  );
  await run(
    `insert into campaign_recipients (id, workspace_id, campaign_id, mobile, name, variables, variant, due_at)
     values (uuidv7(), $1, $2, '+447700900001', 'Ann ${MARK}', '{}', 0, now() + interval '1 year')`,
    workspaceId,
    ids.campaignId,
  );
  await run(`insert into labels (id, workspace_id, name) values ($2, $1, 'Label ${MARK}')`, workspaceId, ids.labelId);
  await run(`insert into bulk_lists (id, workspace_id, name) values ($2, $1, 'List ${MARK}')`, workspaceId, ids.listId);
  await run(
    `insert into contact_fields (workspace_id, key, name) values ($1, 'field ${MARK}', 'Field ${MARK}')`,
    workspaceId,
  );
  await run(
    `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, media, media_source, written_at)
     values ($2, $1, '+447700900001', '+447700900001', 'r1', 'media', 'Answer ${MARK}', '{"mimeType":"text/plain","fileName":"${MARK}.txt"}', 'there', now())`,
    ids.engineId,
    ids.receivedId,
  );
  await run(`insert into chat_facts (engine_id, chat, subject) values ($1, '1@g.us', 'Choir ${MARK}')`, ids.engineId);
  await run(
    `insert into chat_acts (id, engine_id, chat, kind, act, wa_id, state, reason, settled_at)
     values ($2, $1, '+447700900001', 'pin', '{"kind":"pin","isPinned":true}', '3EB0', 'failed', 'Reason ${MARK}', now())`,
    ids.engineId,
    ids.actId,
  );
  await run(
    `insert into file_fetches (id, engine_id, received_id, chat, until) values ($1, $2, $3, '+447700900001', now() + interval '1 hour')`,
    ids.fetchId,
    ids.engineId,
    ids.receivedId,
  );
  await run(
    `insert into session_events (id, engine_id, workspace_id, from_date_time, event, state, session_type, triggerd_by)
     values (uuidv7(), $1, $2, now(), 'authenticated', 'connected', 'session-pod', 'engine')`,
    ids.engineId,
    workspaceId,
  );
  await run(
    `insert into outbox_mails (id, "to", subject, text) values (uuidv7(), $1, 'Hello ${MARK}', 'x')`,
    owner.email,
  );
  await run(
    `insert into pod_deletions (id, pod_name, namespace, pod_uid, node_name, pod_status, cause, via, actor_id, actor_email)
     values ($1, $2, 'switchyard-gateways', 'uid', 'node', 'Running', 'manual', 'proxy', $3, $4)`,
    ids.deletionId,
    podName,
    admin.userId,
    admin.email,
  );
  await createBot(run, { ...ids, workspaceId, ownerId: owner.userId });
  const move = {
    podUid: 'one',
    podName,
    sessions: [],
    state: 'planned',
    namespace: '',
    memoryBytes: 0,
    expectedOn: null,
  };
  await run(
    `insert into plan_runs (id, node_name, node_uid, purpose, cordoned_by_run, moves, actor_id, actor_email, actor_name, actor_workspace_id)
     values ($1, 'node', 'uid', 'relieve', true, $2, $3, $4, 'Admin', $5)`,
    ids.planRunId,
    JSON.stringify([{ ...move, landedOn: null, tookMs: null }]),
    admin.userId,
    admin.email,
    admin.workspaceId,
  );
  await run(
    `insert into knowledge_bases (id, workspace_id, name) values ($1, $2, 'Prices ${MARK}')`,
    ids.knowledgeBaseId,
    workspaceId,
  );
  await run(
    `insert into knowledge_documents (id, workspace_id, knowledge_base_id, title, file_id, state, fault, reading_id)
     values ($1, $2, $3, '${MARK}.txt', $4, 'failed', 'empty', uuidv7())`,
    ids.knowledgeDocumentId,
    workspaceId,
    ids.knowledgeBaseId,
    fileId,
  );
  await run(
    `insert into knowledge_entries (id, workspace_id, knowledge_base_id, kind, title, text)
     values ($1, $2, $3, 'text', 'Prices ${MARK}', 'Forty euros')`,
    ids.knowledgeEntryId,
    workspaceId,
    ids.knowledgeBaseId,
  );
  await run(
    `insert into knowledge_passages (id, knowledge_base_id, document_id, entry_id, number, text, language, words)
     select uuidv7(), $1, document, entry, 0, 'Forty euros ${MARK}', 'english', to_tsvector('english', 'forty euros')
     from (values ($2::uuid, null::uuid), (null, $3::uuid)) source (document, entry)`,
    ids.knowledgeBaseId,
    ids.knowledgeDocumentId,
    ids.knowledgeEntryId,
  );
  await run(
    `insert into knowledge_questions (id, workspace_id, knowledge_base_id, question, folded)
     values ($1, $2, $3, 'How much is it, ${MARK}?', 'how much is it')`,
    ids.knowledgeQuestionId,
    workspaceId,
    ids.knowledgeBaseId,
  );
  await run(
    `insert into conversations (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, status)
     values ($1, $2, $3, '+447700900003', uuidv7(), now(), 'text', 'Words ${MARK}', false, 'open')`,
    ids.conversationId,
    workspaceId,
    ids.engineId,
  );
  await run(
    `insert into conversation_events (id, workspace_id, conversation_id, kind, details) values (uuidv7(), $2, $1, 'handed-over', '{"name":"${MARK}"}')`,
    ids.conversationId,
    workspaceId,
  );
  await run(
    `insert into conversation_notes (id, conversation_id, author_name, text) values (uuidv7(), $1, 'Somebody', 'Note ${MARK}')`,
    ids.conversationId,
  );
  await run(
    `insert into inbox_teams (id, workspace_id, name) values ($1, $2, 'Team ${MARK}')`,
    ids.inboxTeamId,
    workspaceId,
  );
  await run(`insert into inbox_team_members (team_id, user_id) values ($1, $2)`, ids.inboxTeamId, member.userId);
  await run(
    `insert into inbox_macros (id, workspace_id, owner_id, name, actions, is_shared) values ($1, $2, $3, 'Macro ${MARK}', '[{"kind":"resolve"}]', true)`,
    ids.macroId,
    workspaceId,
    owner.userId,
  );
  await run(
    `insert into inbox_views (id, workspace_id, owner_id, name, filter) values ($1, $2, $3, 'View ${MARK}', '{"view":"all"}')`,
    ids.inboxViewId,
    workspaceId,
    owner.userId,
  );
  await run(
    `insert into quick_replies (id, workspace_id, owner_id, title, text, is_shared) values ($1, $2, $3, 'Hello ${MARK}', 'Hi', true)`,
    ids.quickReplyId,
    workspaceId,
    owner.userId,
  );
  await run(
    `insert into boards (id, workspace_id, name, template) values ($1, $2, 'Work ${MARK}', 'tasks')`,
    ids.boardId,
    workspaceId,
  );
  await run(
    `insert into board_columns (id, board_id, name, type, is_title, position)
     values ($1, $2, 'Task ${MARK}', 'text', true, 'a0'), (uuidv7(), $2, 'People', 'people', false, 'a1')`,
    ids.boardColumnId,
    ids.boardId,
  );
  await run(
    `insert into board_groups (id, board_id, name, position) values ($1, $3, 'Now ${MARK}', 'a0'), ($2, $3, 'Later ${MARK}', 'a1')`,
    ids.boardGroupId,
    ids.emptyGroupId,
    ids.boardId,
  );
  await run(
    `insert into board_views (id, board_id, name, kind, filters) values ($1, $2, 'Mine ${MARK}', 'table', '[]')`,
    ids.boardViewId,
    ids.boardId,
  );
  await run(
    `insert into board_items (id, board_id, group_id, number, position, cells, deleted_at)
     select item, $3, $4, number, 'a' || number, jsonb_build_object($5::text, 'Call ${MARK}'), deleted_at
     from (values ($1::uuid, 1, null), ($2::uuid, 2, now()), ($6::uuid, 3, null)) made (item, number, deleted_at)`,
    ids.boardItemId,
    ids.deletedItemId,
    ids.boardId,
    ids.boardGroupId,
    ids.boardColumnId,
    ids.otherItemId,
  );
  await run(
    `insert into automations (id, workspace_id, board_id, name, trigger, kind, filters, steps)
     values ($1, $2, $3, 'Rule ${MARK}', '{"kind":"itemCreated"}', 'itemCreated', '[]', $4)`,
    ids.automationId,
    workspaceId,
    ids.boardId,
    JSON.stringify([{ kind: 'moveToGroup', groupId: ids.emptyGroupId }]),
  );
  await run(
    `insert into automation_runs (id, workspace_id, automation_id, item_id, subject, depth, state)
     values (uuidv7(), $1, $2, $3, 'Call ${MARK}', 0, 'done')`,
    workspaceId,
    ids.automationId,
    ids.boardItemId,
  );
  await run(
    `insert into item_checks (id, item_id, text) values ($1, $2, 'Check ${MARK}')`,
    ids.boardCheckId,
    ids.boardItemId,
  );
  await run(
    `insert into item_comments (id, item_id, user_id, text) values ($1, $2, $3, 'Comment ${MARK}')`,
    ids.boardCommentId,
    ids.boardItemId,
    owner.userId,
  );
  await run(
    `insert into item_messages (item_id, engine_id, chat, wa_message_id, text, written_at)
     values ($1, $2, '+447700900001', 'r1', 'Answer ${MARK}', now())`,
    ids.boardItemId,
    ids.engineId,
  );
  await run(
    `insert into item_history (id, item_id, act, column_id, after, version)
     values (uuidv7(), $1, 'cell', $2, to_jsonb('Call ${MARK}'::text), 1)`,
    ids.boardItemId,
    ids.boardColumnId,
  );
  await run(
    'insert into item_people (item_id, column_id, user_id) select $1, $2, unnest($3::uuid[])',
    ids.boardItemId,
    ids.boardColumnId,
    [owner.userId, member.userId],
  );
  const set = await call<{ verifyToken: string }>(
    'PUT',
    `/api/engines/${ids.cloudEngineId}/cloud-api`,
    { phoneNumberId: '1234567890', accessToken: 'an access token of Meta', appSecret: APP_SECRET },
    owner,
  );
  const { body: earlierTicket } = await call<Credentials>('POST', '/api/live/ticket', {}, { token: signedOut });
  await call('POST', '/api/auth/sign-out', {}, { token: signedOut });
  const wrote = await call(
    'POST',
    `/simulator/accounts/${encodeURIComponent('+447700900001')}/messages`,
    { to: phoneNumber, text: `Answer ${MARK}` },
    owner,
  );
  if (wrote.status !== 200) throw new Error(`the simulated phone: ${JSON.stringify(wrote.body)}`);
  await run('delete from audit_entries');
  await run(
    `insert into support_grants (id, admin_id, user_id, workspace_id, reason, ends_at) values (uuidv7(), $1, $2, $3, 'asked for help', now() + interval '1 day')`,
    admin.userId,
    owner.userId,
    workspaceId,
  );
  // Our owner has consented; separate tests cover the case without consent.
  await run('insert into support_consents (workspace_id, may_read_texts) values ($1, true)', workspaceId);
  return {
    ours: {
      ...ids,
      workspaceId,
      ownerId: owner.userId,
      memberId: member.userId,
      phoneNumber,
      waMessageId,
      fileId,
      podName,
      podNames: [podName, `${podName}-2`, `${podName}-3`],
      verifyToken: set.body.verifyToken,
      appSecret: APP_SECRET,
    },
    owner,
    member,
    outsider,
    admin,
    signedOut,
    earlierTicket,
    engineToken: issueEngineToken(platform.secret, { engineId: ids.engineId, tokenVersion: 1 }),
    rival: {
      engineId: ids.rivalId,
      token: issueEngineToken(platform.secret, { engineId: ids.rivalId, tokenVersion: 1 }),
    },
    hostToken: issueHostToken(platform.secret, podName),
  };
}

/** Creates a deployed bot with one live conversation; no message starts another. */
async function createBot(
  run: (statement: string, ...values: unknown[]) => Promise<unknown>,
  ids: Record<
    'botId' | 'botVersionId' | 'botDeploymentId' | 'botSessionId' | 'workspaceId' | 'ownerId' | 'engineId',
    string
  >,
): Promise<void> {
  const trigger = {
    id: 'trigger',
    kind: 'trigger',
    name: '',
    x: 0,
    y: 0,
    on: 'keyword',
    keywords: [`never-${MARK}`],
    pattern: '',
  };
  const wait = { id: 'wait', kind: 'wait', name: `Wait ${MARK}`, x: 0, y: 0, saveAs: '', timeoutSeconds: 86_400 };
  const flow = { format: 1, nodes: [trigger, wait], edges: [{ from: 'trigger', outlet: 'next', to: 'wait' }] };
  const settings = {
    engineIds: [],
    contactRule: 'all',
    numbers: [],
    groups: 'off',
    gatherSeconds: 0,
    resumeAfterHours: null,
  };
  await run(
    `insert into bots (id, workspace_id, owner_id, name, draft, node_kinds, active_deployment_id)
     values ($1, $2, $3, 'Bot ${MARK}', $4, '{"trigger": 1, "wait": 1}', $5)`,
    ids.botId,
    ids.workspaceId,
    ids.ownerId,
    JSON.stringify(flow),
    ids.botDeploymentId,
  );
  await run(
    'insert into bot_versions (id, bot_id, number, flow, created_by) values ($1, $2, 1, $3, $4)',
    ids.botVersionId,
    ids.botId,
    JSON.stringify(flow),
    ids.ownerId,
  );
  await run(
    `insert into bot_deployments (id, workspace_id, bot_id, version_id, settings, trigger, created_by) values ($1, $2, $3, $4, $5, $6, $7)`,
    ids.botDeploymentId,
    ids.workspaceId,
    ids.botId,
    ids.botVersionId,
    JSON.stringify(settings),
    JSON.stringify(trigger),
    ids.ownerId,
  );
  await run(
    `insert into bot_sessions (id, workspace_id, bot_id, deployment_id, version_id, engine_id, chat, contact_name, status, node_id, state, step)
     values ($1, $2, $3, $4, $5, $6, '+447700900099', 'Ann ${MARK}', 'waiting', 'wait', '{"vars": {}, "wait": {"kind": "reply", "until": null, "tries": 0}, "lastText": ""}', 1)`,
    ids.botSessionId,
    ids.workspaceId,
    ids.botId,
    ids.botDeploymentId,
    ids.botVersionId,
    ids.engineId,
  );
  await run(
    `insert into bot_node_events (id, workspace_id, bot_id, session_id, process_type) values (uuidv7(), $1, $2, $3, 'session_started')`,
    ids.workspaceId,
    ids.botId,
    ids.botSessionId,
  );
  await run(
    `insert into bot_session_types (type, session_id) values ('process:session_started', $1)`,
    ids.botSessionId,
  );
}

/** The headers of a request by this caller. */
export function headersOf(fixture: Fixture, caller: Caller): Record<string, string> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  switch (caller) {
    case 'anonymous':
      return {};
    case 'signedOut':
      return bearer(fixture.signedOut);
    case 'engine':
      return bearer(fixture.engineToken);
    case 'rival':
      return bearer(fixture.rival.token);
    case 'host':
      return bearer(fixture.hostToken);
    case 'support':
      return {
        ...bearer(fixture.admin.token),
        'x-supported-user-id': fixture.ours.ownerId,
        'x-supported-workspace-id': fixture.ours.workspaceId,
      };
    default:
      return bearer(fixture[caller].token);
  }
}
