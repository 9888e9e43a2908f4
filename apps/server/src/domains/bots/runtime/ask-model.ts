import type { FieldType } from '@switchyard/contracts/bots/flow';
import { text } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import { type ZodType, z } from 'zod';
import { endpointForChats } from '../../../platform/models/endpoint.ts';
import { extract, generateText } from '../../../platform/models/language-model.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { creditsLeft, creditsOfTokens, spendCredits } from '../../billing/index.ts';
import { botSessions, bots } from '../bots.schema.ts';
import type { CallAnswer, ModelCall } from './session-state.ts';

interface ModelQuestion {
  workspaceId: string;
  sessionId: string;
  request: ModelCall;
}

const FAULT_TEXTS = {
  none: text('modelNone'),
  private: text('modelElsewhere'),
};
const NO_CREDITS = text('modelCredits');

/** Calls the workspace's language model for a bot, which costs credits. A failure is returned as a readable fault. */
export async function askModel(
  deps: Pick<Platform, 'database' | 'config'>,
  { workspaceId, sessionId, request }: ModelQuestion,
): Promise<CallAnswer> {
  const { db } = deps.database;
  const endpoint = await endpointForChats(deps, workspaceId);
  if (typeof endpoint === 'string') return { ok: false, fault: FAULT_TEXTS[endpoint] };
  if ((await creditsLeft(db, workspaceId)).left === 0) return { ok: false, fault: NO_CREDITS };
  const { system, messages, fields, timeoutSeconds } = request;
  const asks = { system, messages, timeoutMs: timeoutSeconds * 1_000 };
  try {
    const { value, usage } = fields
      ? await extract(endpoint, { ...asks, schema: schemaOf(fields) })
      : await parseAnswer(generateText(endpoint, asks));
    // Charged before the answer is used: one that is dropped because a person wrote costs the same.
    const [bot] = await db
      .select({ name: bots.name })
      .from(bots)
      .innerJoin(botSessions, eq(botSessions.botId, bots.id))
      .where(eq(botSessions.id, sessionId));
    await db.transaction((tx) =>
      spendCredits(tx, {
        workspaceId,
        userId: null,
        kind: 'ai',
        credits: creditsOfTokens(usage),
        subject: bot?.name ?? sessionId,
        details: { ...usage, sessionId },
        isDone: true,
      }),
    );
    return { ok: true, status: null, value };
  } catch (error) {
    if (error instanceof ModelError) return { ok: false, fault: error.text };
    throw error;
  }
}

async function parseAnswer(writing: ReturnType<typeof generateText>) {
  const { text, usage } = await writing;
  const value = text.replaceAll('\0', '').toWellFormed().trim();
  if (value === '') throw new ModelError('away');
  return { value, usage };
}

const TYPES: Record<FieldType, ZodType<string | number | boolean>> = {
  text: z.string().max(2_000),
  number: z.number(),
  yesno: z.boolean(),
  date: z.iso.date(),
};

const schemaOf = (fields: NonNullable<ModelCall['fields']>) =>
  z.object(
    Object.fromEntries(
      fields.map(({ variable, type, description }) => [variable, TYPES[type].nullable().describe(description)]),
    ),
  );
