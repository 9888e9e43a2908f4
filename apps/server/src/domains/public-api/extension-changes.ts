import { deploymentSettings } from '@switchyard/contracts/bots/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { redactText } from '../../platform/hidden-text.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { type BotRow, deployBot, findBot, listDeployments, undeployBot } from '../bots/index.ts';
import { campaignTemplates } from '../campaigns/campaigns.schema.ts';
import { removeTemplate, saveTemplate } from '../campaigns/index.ts';
import { changeGroup } from '../chats/index.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { createContact, removeContacts, updateContact } from '../contacts/index.ts';
import type { EntryRow } from '../knowledge/index.ts';
import { addEntry } from '../knowledge/index.ts';
import { readChatAddress } from './addresses.ts';
import { type Context, singleAnswer } from './answers.ts';
import { presentBot, presentContact, presentTemplate } from './extensions.ts';
import { requireGroup } from './groups.routes.ts';
import { renameFaults } from './name-fields.ts';
import { forgetAnswers, once } from './once.ts';
import { publicOperations as v1 } from './public-operations.ts';

/** An action that returns what programs receive, so that its answer can be stored. */
const presented =
  <Input, Row, Shown>(
    action: Action<Input, Row, EdgeDeps>,
    present: (actor: Actor, row: Row) => Shown,
  ): Action<Input, Shown, EdgeDeps> =>
  async (deps, actor, input) => {
    const { result, events } = await action(deps, actor, input);
    return { result: present(actor, result), events };
  };

/** Deletes a thing; posting it again creates another one. */
const deletion =
  (
    action: Action<{ id: string }, unknown, EdgeDeps>,
  ): Action<{ id: string }, { id: string; deleted: true }, EdgeDeps> =>
  ({ db, ...deps }, actor, { id }) =>
    db.transaction(async (tx) => {
      const { events } = await action({ ...deps, db: tx }, actor, { id });
      await forgetAnswers(tx, actor.workspaceId, id);
      return { result: { id, deleted: true }, events };
    });

const removeContact: Action<{ id: string }, unknown, EdgeDeps> = async (deps, actor, { id }) => {
  const removed = await removeContacts(deps, actor, { selection: { ids: [id] } });
  if (removed.result.changed === 0) throw new Refusal('NOT_FOUND');
  return removed;
};

/** Contact fields by our names and by those of programs. */
const CONTACT_FIELDS = [['mobile', 'to']] as const;

async function changeBot(context: Context, id: string, change: (bot: BotRow) => Promise<unknown>) {
  const { db, actor } = context;
  const find = async () => {
    const bot = await findBot(db, actor.workspaceId, id);
    if (!bot) throw new Refusal('NOT_FOUND');
    return bot;
  };
  await change(await find());
  return singleAnswer(presentBot(await find()));
}

/** Settings of a bot's latest deployment. @throws Refusal `INVALID` if it was never deployed */
async function lastSettings(db: Db, botId: string) {
  const [last] = (await listDeployments(db, botId, { limit: 1, skip: 0 })).rows;
  if (!last) throw invalid([faultAt('settings', 'missing')]);
  return deploymentSettings.parse(last.deployment.settings);
}

const presentEntry = (actor: Actor, { id, title, text, createdAt }: EntryRow) => ({
  id,
  title: redactText(actor, title),
  text: redactText(actor, text),
  createdAt: createdAt.toISOString(),
});

/** Changes that the incumbent's API lacks. */
export const extensionChanges = {
  createContact: v1.extensions.createContact.handler(async ({ context, input: { body, headers } }) => {
    const { to, name, fields = {} } = body;
    const mobile = await readChatAddress(context.db, context.actor.workspaceId, 'to', to);
    const contact = { name: name ?? mobile, firstName: '', lastName: '', mobile, fields, consent: null };
    const request = { operation: 'extensions.createContact', key: headers['idempotency-key'], input: contact };
    const create = once(presented(createContact, presentContact));
    return singleAnswer((await renameFaults(CONTACT_FIELDS, () => context.perform(create, request))).answer);
  }),
  updateContact: v1.extensions.updateContact.handler(async ({ context, input: { params, body } }) => {
    const { to, ...rest } = body;
    const { db, actor, perform } = context;
    const isContact = and(eq(contacts.workspaceId, actor.workspaceId), eq(contacts.id, params.id));
    if ((await db.$count(contacts, isContact)) === 0) throw new Refusal('NOT_FOUND');
    if (Object.keys(body).length === 0) throw invalid([{ field: 'body', message: 'Nothing to change was given.' }]);
    const mobile = to === undefined ? undefined : await readChatAddress(db, actor.workspaceId, 'to', to);
    const row = await renameFaults(CONTACT_FIELDS, () => perform(updateContact, { ...params, ...rest, mobile }));
    return singleAnswer(presentContact(actor, row));
  }),
  deleteContact: v1.extensions.deleteContact.handler(async ({ context: { perform }, input: { params } }) =>
    singleAnswer(await perform(deletion(removeContact), params)),
  ),
  createTemplate: v1.extensions.createTemplate.handler(async ({ context: { perform }, input: { body, headers } }) => {
    const request = { operation: 'extensions.createTemplate', key: headers['idempotency-key'], input: body };
    return singleAnswer((await perform(once(presented(saveTemplate, presentTemplate)), request)).answer);
  }),
  updateTemplate: v1.extensions.updateTemplate.handler(async ({ context, input: { params, body } }) => {
    const { db, actor, perform } = context;
    const own = and(eq(campaignTemplates.workspaceId, actor.workspaceId), eq(campaignTemplates.id, params.id));
    const [row] = await db.select().from(campaignTemplates).where(own);
    if (!row) throw new Refusal('NOT_FOUND');
    const { name = row.name, text = row.text } = body;
    // Changes the version that was read; a concurrent change is refused.
    const asOf = row.updatedAt.toISOString();
    return singleAnswer(presentTemplate(actor, await perform(saveTemplate, { ...params, name, text, asOf })));
  }),
  deleteTemplate: v1.extensions.deleteTemplate.handler(async ({ context: { perform }, input: { params } }) =>
    singleAnswer(await perform(deletion(removeTemplate), params)),
  ),
  deployBot: v1.extensions.deployBot.handler(({ context, input: { params, body } }) =>
    changeBot(context, params.id, async ({ id }) => {
      const settings = body?.settings ?? (await lastSettings(context.db, id));
      await context.perform(deployBot, { id, settings, running: body?.running ?? 'stay' });
    }),
  ),
  undeployBot: v1.extensions.undeployBot.handler(({ context, input: { params, body } }) =>
    changeBot(context, params.id, ({ id }) => context.perform(undeployBot, { id, running: body?.running ?? 'stay' })),
  ),
  addKnowledge: v1.extensions.addKnowledge.handler(
    async ({ context: { perform }, input: { params, body, headers } }) => {
      const input = { ...params, ...body, kind: 'text' as const };
      const request = { operation: 'extensions.addKnowledge', key: headers['idempotency-key'], input };
      return singleAnswer((await perform(once(presented(addEntry, presentEntry)), request)).answer);
    },
  ),
  groupInvite: v1.extensions.groupInvite.handler(async ({ context: { db, actor, perform }, input: { params } }) => {
    const { engineId, chat } = await requireGroup(db, actor, params.id);
    const { inviteCode } = await perform(changeGroup, { id: engineId, change: { kind: 'invite', chat } });
    if (inviteCode === undefined) throw new Refusal('ENGINE_REFUSED');
    return singleAnswer({ link: `https://chat.whatsapp.com/${inviteCode}` });
  }),
};
