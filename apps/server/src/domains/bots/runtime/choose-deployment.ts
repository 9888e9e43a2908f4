import type { NodeOf } from '@switchyard/contracts/bot-flow';
import type { DeploymentSettings } from '@switchyard/contracts/bots';
import { matches } from '../flow/expressions.ts';

interface Deployed {
  id: string;
  settings: DeploymentSettings;
  trigger: NodeOf<'trigger'>;
}

interface Arrived {
  engineId: string;
  /** E.164, or a group's id. */
  chat: string;
  texts: readonly string[];
  /** The engine's, E.164; null: not known. */
  ownNumber: string | null;
}

/** Which deployment answers to what arrived: one that waits for these very words before one that takes any, the newest of those; null: none. */
export function chooseDeployment<One extends Deployed>(deployments: readonly One[], arrived: Arrived): One | null {
  const answering = deployments
    .filter((one) => isForChat(one.settings, arrived) && arrived.texts.some((text) => isMeant(one.trigger, text)))
    .toSorted((one, other) => other.id.localeCompare(one.id));
  return answering.find(({ trigger }) => trigger.on !== 'any') ?? answering[0] ?? null;
}

function isForChat(settings: DeploymentSettings, { engineId, chat, texts, ownNumber }: Arrived): boolean {
  const { engineIds, contactRule, numbers, groups } = settings;
  if (engineIds.length > 0 && !engineIds.includes(engineId)) return false;
  if (!chat.startsWith('+')) {
    const mention = ownNumber === null ? null : `@${ownNumber.replace(/\D/g, '')}`;
    return groups === 'mentioned' && mention !== null && texts.some((text) => text.includes(mention));
  }
  if (contactRule === 'all') return true;
  return numbers.includes(chat) === (contactRule === 'only');
}

function isMeant(trigger: NodeOf<'trigger'>, text: string): boolean {
  if (trigger.on === 'any') return true;
  if (trigger.on === 'pattern') return matches(text, trigger.pattern);
  const words = wordsOf(text);
  return trigger.keywords.some((keyword) => keyword.trim() !== '' && words.includes(wordsOf(keyword)));
}

/** Words with a space before and behind each, so that only whole words are found. */
const wordsOf = (text: string): string =>
  ` ${
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
