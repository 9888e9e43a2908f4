import { getContentType, normalizeMessageContent, proto } from 'baileys';
import {
  type Body,
  type DeletionBody,
  type EditBody,
  MEDIA_TYPES,
  type MediaBody,
  type MediaType,
  type VoteBody,
} from '../network/body.ts';
import { isGroupId, type StoredMessage } from '../network/model.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import { jidOf, numberOfJid } from './jids.ts';
import { MEDIA_HOST, mediaPathOf } from './media-server.ts';
import { openVote, pollSecretOf, sealVote } from './poll-votes.ts';
import { SealedFiles } from './sealed-files.ts';

/** The common fields of the five kinds of files. */
type FileMessage = proto.Message.IDocumentMessage & { contextInfo?: proto.IContextInfo | null; ptt?: boolean | null };
const FILE_FIELDS = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  voice: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
} as const satisfies Record<MediaType, keyof proto.IMessage>;
/** WhatsApp's name for a kind of file, which its keys are derived for. */
const sealKindOf = (media: MediaType) => (media === 'voice' ? 'ptt' : media);

/** Translates between the messages of WhatsApp Web clients and the network's bodies. */
export class MessageBodies {
  readonly #network: SimulatedNetwork;
  readonly #sealed: SealedFiles;

  constructor(network: SimulatedNetwork) {
    this.#network = network;
    this.#sealed = new SealedFiles(network.files);
  }

  /**
   * Translates `writer`'s message to `chat`, as its phone reads it: files are decrypted and stored. Returns null if it
   * isn't addressed to people (keys, settings).
   */
  async read(message: proto.IMessage, writer: string, chat: string): Promise<Body | null> {
    const content = normalizeMessageContent(message) ?? {};
    const context = contextOf(content);
    const answered = context?.stanzaId;
    const mentions = (context?.mentionedJid ?? []).map(numberOfJid);
    const extras = {
      ...(answered ? { quotedId: answered } : {}),
      ...(mentions.length > 0 ? { mentions } : {}),
      proto: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
    };
    const text = content.conversation || content.extendedTextMessage?.text;
    if (text) return answered || mentions.length > 0 ? { kind: 'text', text, ...extras } : { kind: 'text', text };
    const file = fileOf(content);
    if (file) return { ...(await this.#readFile(file)), ...extras };
    const poll = pollOf(content);
    if (poll) {
      const options = (poll.options ?? []).map(({ optionName }) => optionName ?? '');
      return { kind: 'poll', text: poll.name ?? '', options, selectable: poll.selectableOptionsCount ?? 0, ...extras };
    }
    const reaction = content.reactionMessage;
    if (reaction) return { kind: 'reaction', text: reaction.text ?? '', ...extras, quotedId: reaction.key?.id ?? '' };
    const pin = content.pinInChatMessage;
    if (pin) {
      const isPinned = pin.type === proto.Message.PinInChatMessage.Type.PIN_FOR_ALL;
      const seconds = message.messageContextInfo?.messageAddOnDurationInSecs ?? 0;
      return { kind: 'message-pin', text: '', ...extras, quotedId: pin.key?.id ?? '', isPinned, seconds };
    }
    if (content.pollUpdateMessage) return this.#readVote(content.pollUpdateMessage, writer, chat);
    const change = changeOf(content.protocolMessage);
    if (change) return { ...change, ...extras };
    return content.protocolMessage || content.senderKeyDistributionMessage || !getContentType(content)
      ? null
      : { kind: 'other', text: '', ...extras };
  }

  /** Builds a message as a phone would. */
  async write(message: StoredMessage): Promise<proto.IMessage> {
    const { body } = message;
    if (body.proto) return proto.Message.decode(Buffer.from(body.proto, 'base64'));
    const contextInfo: proto.IContextInfo | undefined =
      body.quotedId === undefined && !body.isForwarded && !body.mentions
        ? undefined
        : {
            ...(body.quotedId === undefined ? {} : this.#contextOf(message, body.quotedId)),
            ...(body.isForwarded ? { isForwarded: true, forwardingScore: 1 } : {}),
            ...(body.mentions ? { mentionedJid: body.mentions.map((number) => jidOf(number)) } : {}),
          };
    switch (body.kind) {
      case 'media':
        return this.#writeFile(body, contextInfo);
      case 'poll': {
        const { text: name, selectable: selectableOptionsCount } = body;
        const poll = { name, selectableOptionsCount, options: body.options.map((optionName) => ({ optionName })) };
        const messageContextInfo = { messageSecret: pollSecretOf(message.id) };
        return selectableOptionsCount === 1
          ? { pollCreationMessageV3: poll, messageContextInfo }
          : { pollCreationMessage: poll, messageContextInfo };
      }
      case 'reaction': {
        const key = this.#keyOf(message, body.quotedId);
        return { reactionMessage: { key, text: body.text, senderTimestampMs: message.acceptedAtMs } };
      }
      case 'vote':
        return this.#writeVote(message, body);
      case 'message-pin': {
        const { PIN_FOR_ALL, UNPIN_FOR_ALL } = proto.Message.PinInChatMessage.Type;
        const key = this.#keyOf(message, body.quotedId);
        const type = body.isPinned ? PIN_FOR_ALL : UNPIN_FOR_ALL;
        return {
          pinInChatMessage: { key, type, senderTimestampMs: message.acceptedAtMs },
          messageContextInfo: { messageAddOnDurationInSecs: body.seconds },
        };
      }
      case 'edit': {
        const protocolMessage = {
          key: this.#keyOf(message, body.quotedId),
          type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
          editedMessage: { conversation: body.text },
          timestampMs: message.acceptedAtMs,
        };
        return { editedMessage: { message: { protocolMessage } } };
      }
      case 'deletion': {
        const key = this.#keyOf(message, body.quotedId);
        return { protocolMessage: { key, type: proto.Message.ProtocolMessage.Type.REVOKE } };
      }
      default:
        return contextInfo ? { extendedTextMessage: { text: body.text, contextInfo } } : { conversation: body.text };
    }
  }

  /** Uploads a message's file again, sealed with the message's key. Returns null if it has none, or it is gone. */
  async uploadAgain({ body }: StoredMessage): Promise<{ path: string; mediaKey: Uint8Array } | null> {
    if (body.kind !== 'media') return null;
    const mediaKey = body.proto ? fileOf(proto.Message.decode(Buffer.from(body.proto, 'base64')))?.file.mediaKey : null;
    const sealed = await this.#sealed.seal(sealKindOf(body.media), body.sha256, mediaKey ?? undefined);
    return sealed && { path: mediaPathOf(sealed.sealedSha256.toString('hex')), mediaKey: sealed.mediaKey };
  }

  async #readFile({ media, file }: { media: MediaType; file: FileMessage }): Promise<MediaBody> {
    const sealedSha256 = Buffer.from(file.fileEncSha256 ?? []);
    const opened = await this.#sealed.open(sealKindOf(media), {
      mediaKey: file.mediaKey ?? new Uint8Array(),
      sealedSha256,
    });
    return {
      kind: 'media',
      media,
      text: file.caption ?? '',
      mimeType: file.mimetype ?? '',
      fileName: file.fileName ?? null,
      // A file that can't be decrypted is not in the network, so the message is refused.
      ...(opened ?? { bytes: Number(file.fileLength ?? 0), sha256: '' }),
    };
  }

  async #writeFile(body: MediaBody, contextInfo?: proto.IContextInfo): Promise<proto.IMessage> {
    const sealed = await this.#sealed.seal(sealKindOf(body.media), body.sha256);
    const directPath = sealed ? mediaPathOf(sealed.sealedSha256.toString('hex')) : null;
    const file: FileMessage = {
      mimetype: body.mimeType,
      fileLength: body.bytes,
      fileSha256: Buffer.from(body.sha256, 'hex'),
      ...(sealed
        ? {
            url: `https://${MEDIA_HOST}${directPath}`,
            directPath,
            mediaKey: sealed.mediaKey,
            fileEncSha256: sealed.sealedSha256,
          }
        : {}),
      ...(body.text === '' ? {} : { caption: body.text }),
      ...(body.fileName === null ? {} : { fileName: body.fileName }),
      ...(body.media === 'voice' ? { ptt: true } : {}),
      ...(contextInfo ? { contextInfo } : {}),
    };
    return { [FILE_FIELDS[body.media]]: file };
  }

  #readVote(update: proto.Message.IPollUpdateMessage, writer: string, chat: string): VoteBody {
    const quotedId = update.pollCreationMessageKey?.id ?? '';
    const poll = this.#network.message(quotedId, this.#writersOf(writer, chat));
    const none: VoteBody = { kind: 'vote', text: '', quotedId, options: [] };
    if (poll?.body.kind !== 'poll' || !update.vote) return none;
    try {
      const options = openVote(this.#ballot(poll, writer), update.vote, poll.body.options);
      return { ...none, text: options.join(', '), options };
    } catch {
      return none; // sealed for another poll
    }
  }

  #writeVote(message: StoredMessage, { quotedId, options }: VoteBody): proto.IMessage {
    const poll = this.#network.message(quotedId, this.#writersOf(message.from, message.chat));
    const key = this.#keyOf(message, quotedId);
    if (!poll) return { pollUpdateMessage: { pollCreationMessageKey: key } };
    const vote = sealVote(this.#ballot(poll, message.from), options);
    return { pollUpdateMessage: { pollCreationMessageKey: key, vote, senderTimestampMs: message.acceptedAtMs } };
  }

  #ballot(poll: StoredMessage, voter: string) {
    const sent = poll.body.proto ? proto.Message.decode(Buffer.from(poll.body.proto, 'base64')) : null;
    const secret = sent?.messageContextInfo?.messageSecret ?? pollSecretOf(poll.id);
    return { pollId: poll.id, secret, creator: jidOf(poll.from), voter: jidOf(voter) };
  }

  /** The key of another message of the chat, from the point of view of this one's writer. */
  #keyOf({ from, chat }: StoredMessage, id: string): proto.IMessageKey {
    const author = this.#network.message(id, this.#writersOf(from, chat))?.from ?? chat;
    const fromMe = author === from;
    return isGroupId(chat)
      ? { remoteJid: chat, fromMe, id, participant: jidOf(author) }
      : { remoteJid: jidOf(chat), fromMe, id };
  }

  #contextOf({ from, chat }: StoredMessage, quotedId: string): proto.IContextInfo {
    const quoted = this.#network.message(quotedId, this.#writersOf(from, chat));
    const author = quoted?.from ?? chat;
    const quotedMessage = { conversation: quoted?.body.text ?? '' };
    return { stanzaId: quotedId, quotedMessage, ...(isGroupId(author) ? {} : { participant: jidOf(author) }) };
  }

  #writersOf(writer: string, chat: string): string[] {
    return isGroupId(chat) ? (this.#network.phones.group(chat)?.participants ?? []) : [writer, chat];
  }
}

function changeOf(protocol: proto.Message.IProtocolMessage | null | undefined): EditBody | DeletionBody | null {
  const quotedId = protocol?.key?.id;
  const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;
  if (!quotedId) return null;
  if (protocol.type === REVOKE) return { kind: 'deletion', text: '', quotedId };
  if (protocol.type !== MESSAGE_EDIT) return null;
  const { conversation, extendedTextMessage } = normalizeMessageContent(protocol.editedMessage) ?? {};
  return { kind: 'edit', text: conversation || extendedTextMessage?.text || '', quotedId };
}

const pollOf = (content: proto.IMessage) =>
  content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;

function fileOf(content: proto.IMessage): { media: MediaType; file: FileMessage } | null {
  for (const media of MEDIA_TYPES) {
    const file: FileMessage | null | undefined = content[FILE_FIELDS[media]];
    if (file) return { media: media === 'audio' && file.ptt ? 'voice' : media, file };
  }
  return null;
}

/** The context of the message, which names the one it answers. */
function contextOf(content: proto.IMessage): proto.IContextInfo | null {
  const type = getContentType(content);
  const inner = type ? content[type] : null;
  if (typeof inner !== 'object' || inner === null || !('contextInfo' in inner)) return null;
  return (inner.contextInfo as proto.IContextInfo | null | undefined) ?? null;
}
