import type { NetworkMessage } from '../websocket/frames.ts';
import type { PageStore } from './page-globals.ts';
import type { WppModels } from './wpp-models.ts';
import type { Wid, WppWords } from './wpp-words.ts';

/**
 * Stores what the network reports and emits it as WPP events. Serialized and run in the page, so it can't use anything
 * from this module.
 */
export function takeMessages({
  words,
  models,
  store,
  me,
  emit,
  starListeners,
}: {
  words: WppWords;
  models: WppModels;
  store: PageStore;
  me: () => Wid;
  emit: (name: string, ...values: unknown[]) => void;
  starListeners: readonly ((message: unknown, isStarred: boolean) => void)[];
}): (message: NetworkMessage) => Promise<void> {
  async function takeMessage(message: NetworkMessage): Promise<void> {
    const { body, from } = message;
    switch (body.kind) {
      case 'edit':
      case 'deletion':
      case 'star':
        return change(message);
      case 'read':
        for (const received of await store.received()) {
          if (models.remoteOf(received.message) === body.chat && received.unread)
            await store.saveReceived({ ...received, unread: false });
        }
        emit('chat.unread_count_changed', { chat: { id: words.wid(body.chat) }, unreadCount: 0 });
        return;
      case 'setting':
      case 'message-pin':
        return;
      case 'reaction':
      case 'vote':
        return emitIncoming(message);
      default: {
        const unread = String(words.wid(from)) !== String(me());
        await store.saveReceived({ message, unread });
        await emitIncoming(message);
        if (unread) emit('chat.unread_count_changed', { chat: { id: words.wid(models.remoteOf(message)) } });
      }
    }
  }

  /** Applies a change to a message that the page has. */
  async function change(news: NetworkMessage): Promise<void> {
    const { body } = news;
    const id = body.quotedId ?? '';
    const sent = await store.message(id);
    const received = (await store.received()).find(({ message }) => message.id === id);
    const changed = sent ?? received;
    if (!changed) return;
    if (body.kind === 'deletion') changed.isRevoked = true;
    if (body.kind === 'star') changed.isStarred = body.isStarred;
    if (body.kind === 'edit') {
      if (sent) sent.body = { ...sent.body, text: body.text };
      else if (received) received.message.body = { ...received.message.body, text: body.text };
    }
    if (sent) await store.saveMessage(sent);
    else if (received) await store.saveReceived(received);
    const model = sent ? models.sent(sent) : received && models.received(received);
    if (!model) return;
    if (body.kind === 'edit') emit('chat.msg_edited', { chat: me(), id: String(model.id), msg: model });
    if (body.kind === 'star') for (const tell of starListeners) tell(model, body.isStarred);
    if (body.kind !== 'deletion') return;
    const from = words.wid(models.remoteOf(news));
    emit('chat.msg_revoke', { from, id: models.keyOf(news), refId: model.id, to: me(), type: 'revoke' });
  }

  /** In WhatsApp Web, an act on a message is not a message but an event of its own. */
  async function emitIncoming(message: NetworkMessage): Promise<void> {
    const { body, from, acceptedAtMs: timestamp } = message;
    const remote = words.wid(models.remoteOf(message));
    const sender = words.wid(from);
    if (body.kind === 'reaction' || body.kind === 'vote') {
      const ours = await store.message(body.quotedId);
      const msgId = ours
        ? words.parseKey(ours.key)
        : words.messageKey(false, remote, body.quotedId, remote.isGroup() ? sender : undefined);
      if (body.kind === 'reaction') {
        const reaction = { id: models.keyOf(message), msgId, reactionText: body.text, read: false, sender, timestamp };
        emit('chat.new_reaction', reaction);
        return;
      }
      const offered = ours?.body.kind === 'poll' ? ours.body.options : body.options;
      // At their positions among the offered options; the others are missing.
      const selectedOptions: { name: string; localId: number }[] = [];
      for (const name of body.options)
        selectedOptions[offered.indexOf(name)] = { name, localId: offered.indexOf(name) };
      emit('chat.poll_response', { msgId, chatId: remote, selectedOptions, timestamp, sender });
      return;
    }
    emit('chat.new_message', models.received({ message, unread: true }));
  }

  return takeMessage;
}
