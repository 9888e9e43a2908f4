import type { NodeOf } from '@switchyard/contracts/bots/flow';
import type { DeploymentSettings } from '@switchyard/contracts/bots/operations';
import { matches } from '../flow/evaluate.ts';
import { ExpressionError } from '../flow/expressions.ts';

interface ActiveDeployment {
  id: string;
  settings: DeploymentSettings;
  trigger: NodeOf<'trigger'>;
}

interface ArrivedMessage {
  engineId: string;
  /** E.164 or a group's id. */
  chat: string;
  texts: readonly string[];
  /** Whether the message mentions the engine's number; only possible in a group. */
  isMentioned: boolean;
  /** The campaign that this is the first reply to, or null. */
  campaignId: string | null;
}

/**
 * Picks the deployment that answers a message: first one for replies to its campaign, then one that matches its text,
 * then one that takes any message; the newest of equals. Returns null if none does.
 */
export async function chooseDeployment<One extends ActiveDeployment>(
  deployments: readonly One[],
  arrived: ArrivedMessage,
): Promise<One | null> {
  const rank = ({ trigger }: One) => (trigger.on === 'campaign' ? 0 : trigger.on === 'any' ? 2 : 1);
  const inOrder = deployments.toSorted((a, b) => rank(a) - rank(b) || b.id.localeCompare(a.id));
  for (const deployment of inOrder) {
    if (isForChat(deployment.settings, arrived) && (await matchesTrigger(deployment.trigger, arrived)))
      return deployment;
  }
  return null;
}

function isForChat(settings: DeploymentSettings, { engineId, chat, isMentioned }: ArrivedMessage): boolean {
  const { engineIds, groups } = settings;
  if (engineIds.length > 0 && !engineIds.includes(engineId)) return false;
  if (!chat.startsWith('+')) return groups === 'mentioned' && isMentioned;
  return canTalkTo(settings, chat);
}

/** Whether a deployment may talk to a number. */
export const canTalkTo = ({ contactRule, numbers }: DeploymentSettings, number: string): boolean =>
  contactRule === 'all' || numbers.includes(number) === (contactRule === 'only');

async function matchesTrigger(trigger: NodeOf<'trigger'>, { texts, campaignId }: ArrivedMessage): Promise<boolean> {
  if (trigger.on === 'any') return true;
  if (trigger.on === 'schedule') return false;
  if (trigger.on === 'campaign') {
    return campaignId !== null && (trigger.campaignId === null || trigger.campaignId === campaignId);
  }
  for (const text of texts) if (await hasWords(trigger, text)) return true;
  return false;
}

async function hasWords(trigger: NodeOf<'trigger'>, text: string): Promise<boolean> {
  if (trigger.on === 'pattern') return hasPattern(text, trigger.pattern);
  const words = splitWords(text);
  return trigger.keywords.some((keyword) => {
    const keywordWords = splitWords(keyword);
    // A keyword without letters, such as an emoji, is matched literally.
    return keywordWords.trim() === ''
      ? keyword.trim() !== '' && text.includes(keyword.trim())
      : words.includes(keywordWords);
  });
}

/** A pattern that is too expensive counts as not matching, so that the message is still stored. */
async function hasPattern(text: string, pattern: string): Promise<boolean> {
  try {
    return await matches(text, pattern);
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

/** Puts a space around each word, so that only whole words match. */
const splitWords = (text: string): string =>
  ` ${
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
