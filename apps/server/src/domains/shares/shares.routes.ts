import type { NewShare, Share } from '@switchyard/contracts/shares/operations';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { operations } from '../../platform/http/operations.ts';
import { depsOf } from '../../platform/perform.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize } from '../../platform/refusal.ts';
import { answerForm, readForm } from './answer-form.ts';
import { listFeeds, makeFeed, presentFeed, removeFeed } from './calendar-feeds.ts';
import { joinBoard, readInvitation } from './join-board.ts';
import { issueShareTicket } from './live-shares.ts';
import { makePersonalLinks } from './personal-links.ts';
import { readTable } from './read-table.ts';
import { type CreatedShare, inviteToBoard, revokeShare, shareForm, shareTable } from './share-board.ts';
import { readSharesRefusal } from './shares.policy.ts';
import { isOpen, type ListedShare, listForms, listShares } from './shares.queries.ts';

const { shares } = operations;

const presentShare = ({ share, columns, createdBy }: ListedShare): Share => ({
  _id: share.id,
  kind: share.kind,
  name: share.name,
  columns,
  createdBy,
  createdAt: share.createdAt.toISOString(),
  expiresAt: share.expiresAt?.toISOString() ?? null,
  uses: share.uses,
  maxUses: share.maxUses,
  isOpen: isOpen(share, new Date()),
});
const presentNew = (made: CreatedShare): NewShare => ({ ...presentShare(made), token: made.token });

/**
 * Public operations: the link is the permission, signed in or not. There is no other guard, so support mode is refused
 * here.
 */
const refuseInSupport = (actor: Actor | null) => authorize(actor && changeRefusal(actor));

const formConfig = ({ secret, config }: Platform) => ({ secret, publicUrl: config.publicUrl });

export const sharesRouter = {
  list: shares.list.handler(async ({ context: { actor, db }, input }) => {
    authorize(readSharesRefusal(actor));
    const { rows, total } = await listShares(db, actor.workspaceId, input);
    return { data: rows.map(presentShare), total };
  }),
  shareTable: shares.shareTable.handler(async ({ context: { perform }, input }) =>
    presentNew(await perform(shareTable, input)),
  ),
  shareForm: shares.shareForm.handler(async ({ context: { perform }, input }) =>
    presentNew(await perform(shareForm, input)),
  ),
  forms: shares.forms.handler(({ context: { actor, db }, input }) => {
    authorize(readSharesRefusal(actor));
    return listForms(db, actor.workspaceId, input, new Date());
  }),
  personalLinks: shares.personalLinks.handler(async ({ context: { perform }, input }) => ({
    data: await perform(makePersonalLinks, input),
  })),
  invite: shares.invite.handler(async ({ context: { perform }, input }) =>
    presentNew(await perform(inviteToBoard, input)),
  ),
  revoke: shares.revoke.handler(({ context: { perform }, input }) => perform(revokeShare, input)),

  readTable: shares.readTable.handler(({ context: { db }, input }) => readTable(db, input, new Date())),
  liveTicket: shares.liveTicket.handler(({ context: { platform }, input }) =>
    issueShareTicket(platform, input.token, new Date()),
  ),
  readForm: shares.readForm.handler(({ context: { db, platform }, input }) =>
    readForm(db, formConfig(platform), input.token, new Date()),
  ),
  answerForm: shares.answerForm.handler(async ({ context: { platform, actor }, input }) => {
    refuseInSupport(actor);
    const { result, events } = await answerForm(depsOf(platform), formConfig(platform), input);
    platform.events.dispatch(events);
    return result;
  }),
  feeds: shares.feeds.handler(async ({ context: { actor, db }, input }) => {
    authorize(readSharesRefusal(actor));
    const { rows, total } = await listFeeds(db, actor, input);
    return { data: rows.map(presentFeed), total };
  }),
  makeFeed: shares.makeFeed.handler(async ({ context: { perform }, input }) => {
    const { token, ...made } = await perform(makeFeed, input);
    return { ...presentFeed(made), token };
  }),
  removeFeed: shares.removeFeed.handler(({ context: { perform }, input }) => perform(removeFeed, input)),
  readInvitation: shares.readInvitation.handler(({ context: { actor, db }, input }) =>
    readInvitation(db, actor, input, new Date()),
  ),
  join: shares.join.handler(({ context: { perform }, input }) => perform(joinBoard, input)),
};
