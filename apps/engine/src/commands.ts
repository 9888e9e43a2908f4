import {
  type EngineCommand,
  type FetchedFile,
  MAX_MEMBERS_PER_REPLY,
  type OlderMessages,
} from '@switchyard/contracts/engine/commands';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import type { EngineServer } from './connection/server-client.ts';
import type { FileContent } from './drivers/driver.ts';
import type { Lane } from './lane/lane.ts';

/** Time limit for fetching a file. */
const FETCH_TIMEOUT_MS = 90_000;

/**
 * Carries out a command of the server. Rejects with a text for the user if it cannot.
 * @param server uploads the files that a command requests
 * @param sharers number of engines in this process; the reported memory is one engine's share
 */
export async function runCommand(
  lane: Lane,
  server: Pick<EngineServer, 'fetchedFile'>,
  command: EngineCommand,
  sharers = 1,
): Promise<Record<string, unknown>> {
  const { driver } = lane;
  switch (command.name) {
    case 'health':
      return {
        status: lane.status,
        generation: lane.generation,
        driver: driver?.name ?? null,
        memoryBytes: Math.round(process.memoryUsage.rss() / sharers),
        uptimeSeconds: Math.round(process.uptime()),
      };
    case 'pairing-code':
      if (!driver?.pairingCode) throw new Error('this engine cannot be paired by a code');
      return { ...(await driver.pairingCode(command.phoneNumber)) };
    case 'refresh-pairing':
      if (!driver?.refreshPairing) throw new Error('this engine shows no pairing code');
      await driver.refreshPairing();
      return {};
    case 'look':
      driver?.look?.();
      return {};
    case 'fetch-file': {
      if (!driver?.fetchFile) throw new Error('this engine cannot fetch incoming files');
      const content = await withTimeout(driver.fetchFile(command));
      return upload(content, command.fileName ?? '');
    }
    case 'picture': {
      if (!driver?.picture) throw new Error('this engine cannot fetch pictures');
      const content = await withTimeout(driver.picture(command.chat));
      return content ? upload(content, '') : ({ fileId: null } satisfies FetchedFile);
    }
    case 'group-info': {
      if (!driver?.groupInfo) throw new Error('this engine cannot read groups');
      const { members, ...info } = await withTimeout(driver.groupInfo(command.chat));
      return { ...info, size: members.length, members: members.slice(0, MAX_MEMBERS_PER_REPLY) };
    }
    case 'change-group':
      if (!driver?.changeGroup) throw new Error('this engine cannot change groups');
      if (lane.status !== 'connected') throw new Error('the phone is not connected now');
      return { ...(await withTimeout(driver.changeGroup(command.change))) };
    case 'common-groups':
      if (!driver?.commonGroups) throw new Error('this engine cannot read groups');
      if (lane.status !== 'connected') throw new Error('the phone is not connected now');
      return { chats: (await withTimeout(driver.commonGroups(command.number))).slice(0, MAX_MEMBERS_PER_REPLY) };
    case 'acts':
      lane.pokeActs();
      return {};
    case 'typing':
      await driver?.typing?.(command.chat, command.isTyping);
      return {};
    case 'older-messages': {
      if (!driver?.olderMessages) throw new Error('this engine cannot fetch older messages');
      if (lane.status !== 'connected') throw new Error('the phone is not connected now');
      const count = await withTimeout(driver.olderMessages(command.chat, command.before, command.count));
      return { count } satisfies OlderMessages;
    }
    case 'rating':
      if (!driver?.rating) throw new Error('WhatsApp does not give this engine the rating of its number');
      return { ...(await withTimeout(driver.rating())) };
    case 'log-out':
      if (!driver) throw new Error('the engine is still starting');
      await driver.logOut();
      return {};
    default:
      throw new Error('this engine does not know the command');
  }

  async function upload(content: FileContent, name: string): Promise<Record<string, unknown>> {
    if (content.bytes.length > MAX_FILE_BYTES) throw new Error('the file is larger than the server accepts');
    const query = { generation: lane.generation ?? 0, commandId: command.id, name };
    return { ...(await server.fetchedFile(query, content)) };
  }
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('WhatsApp did not answer in time')), FETCH_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
