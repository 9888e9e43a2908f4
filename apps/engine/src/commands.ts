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

/** A file that is not there by then is not brought. */
const FETCH_TIMEOUT_MS = 90_000;

/**
 * Carries out a command of the server. Rejects with words for the user when it cannot.
 * @param server takes the files that a command asks for
 * @param sharers how many engines share this process; the memory told is one's share
 */
export async function carryOut(
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
      if (!driver?.refreshPairing) throw new Error('this engine shows no code');
      await driver.refreshPairing();
      return {};
    case 'look':
      driver?.look?.();
      return {};
    case 'fetch-file': {
      if (!driver?.fetchFile) throw new Error('this engine cannot bring files that came in');
      const content = await inTime(driver.fetchFile(command));
      return bring(content, command.fileName ?? '');
    }
    case 'picture': {
      if (!driver?.picture) throw new Error('this engine is shown no pictures');
      const content = await inTime(driver.picture(command.chat));
      return content ? bring(content, '') : ({ fileId: null } satisfies FetchedFile);
    }
    case 'group-info': {
      if (!driver?.groupInfo) throw new Error('this engine knows no groups');
      const { members, ...info } = await inTime(driver.groupInfo(command.chat));
      return { ...info, size: members.length, members: members.slice(0, MAX_MEMBERS_PER_REPLY) };
    }
    case 'change-group':
      if (!driver?.changeGroup) throw new Error('this engine changes no groups');
      if (lane.status !== 'connected') throw new Error('the phone is not connected now');
      return { ...(await inTime(driver.changeGroup(command.change))) };
    case 'common-groups':
      if (!driver?.commonGroups) throw new Error('this engine knows no groups');
      if (lane.status !== 'connected') throw new Error('the phone is not connected now');
      return { chats: (await inTime(driver.commonGroups(command.number))).slice(0, MAX_MEMBERS_PER_REPLY) };
    case 'acts':
      lane.askForActs();
      return {};
    case 'typing':
      await driver?.typing?.(command.chat, command.isTyping);
      return {};
    case 'older-messages': {
      if (!driver?.olderMessages) throw new Error('this engine cannot have older messages');
      if (lane.status !== 'connected') throw new Error('the phone is not connected now');
      const count = await inTime(driver.olderMessages(command.chat, command.before, command.count));
      return { count } satisfies OlderMessages;
    }
    case 'rating':
      if (!driver?.rating) throw new Error('WhatsApp does not tell this engine how it rates its number');
      return { ...(await inTime(driver.rating())) };
    case 'log-out':
      if (!driver) throw new Error('the engine is still starting');
      await driver.logOut();
      return {};
    default:
      throw new Error('this engine does not know the command');
  }

  async function bring(content: FileContent, name: string): Promise<Record<string, unknown>> {
    if (content.bytes.length > MAX_FILE_BYTES) throw new Error('the file is larger than the server keeps');
    const query = { generation: lane.generation ?? 0, commandId: command.id, name };
    return { ...(await server.fetchedFile(query, content)) };
  }
}

async function inTime<Value>(doing: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('WhatsApp did not answer in time')), FETCH_TIMEOUT_MS);
  });
  try {
    return await Promise.race([doing, late]);
  } finally {
    clearTimeout(timer);
  }
}
