import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { textSchema } from '../text/schema.ts';
import { BOT_SESSION_STATUSES } from './bot-events.ts';
import { botFlow, flowFault, MAX_SECRET_LENGTH } from './flow.ts';
import { botSessionOperations } from './sessions.ts';
import { botStatisticsOperations } from './statistics.ts';

/** A bot in lists (spec 000 section 3): an active deployment means Deployed, none means Draft. */
export const bot = z.object({
  _id: entityId,
  name: z.string(),
  description: z.string(),
  /** Id of the user who made it; null: gone. */
  owner: entityId.nullable(),
  workspaceId: entityId,
  activeDeploymentId: entityId.nullable(),
  lastActivity: z.object({ date: instant, eventType: z.string() }).nullable(),
  nodeCount: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
});
export type Bot = z.infer<typeof bot>;

/** Whom a deployment answers. */
export const CONTACT_RULES = ['all', 'only', 'except'] as const;
export const MAX_RULE_NUMBERS = 1_000;

export const deploymentSettings = z.object({
  /** Empty: every engine of the workspace. */
  engineIds: z.array(entityId).max(100).default([]),
  contactRule: z.enum(CONTACT_RULES).default('all'),
  /** E.164. */
  numbers: z.array(z.string().max(32)).max(MAX_RULE_NUMBERS).default([]),
  /** In groups it speaks only when it is chosen so, and then only when its number is mentioned. */
  groups: z.enum(['off', 'mentioned']).default('off'),
  /** What a contact writes within this time is one input; 0: each message is. */
  gatherSeconds: z.number().int().min(0).max(60).default(3),
  /** A conversation that a person took over goes on by itself after so long; null: when somebody says so. */
  resumeAfterHours: z.number().int().min(1).max(720).nullable().default(null),
});
export type DeploymentSettings = z.infer<typeof deploymentSettings>;

export const botDeployment = deploymentSettings.extend({
  _id: entityId,
  botId: entityId,
  versionId: entityId,
  versionNumber: z.number().int(),
  isActive: z.boolean(),
  createdAt: instant,
  endedAt: instant.nullable(),
  /** On a schedule: when it begins conversations next. */
  nextRunAt: instant.nullable(),
  createdBy: z.string().nullable(),
});
export type BotDeployment = z.infer<typeof botDeployment>;

export const botVersion = z.object({
  _id: entityId,
  number: z.number().int(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  /** Names of nodes that are new, changed or gone since the version before. */
  changes: z.array(
    z.object({
      nodeId: z.string(),
      kind: z.string(),
      name: z.string(),
      change: z.enum(['added', 'changed', 'removed']),
    }),
  ),
});
export type BotVersion = z.infer<typeof botVersion>;

/** How often conversations came to a node. */
export const funnelStep = z.object({ nodeId: z.string(), entered: z.number().int() });
export type FunnelStep = z.infer<typeof funnelStep>;

/** What contacts answered: the values that conversations kept, newest first. */
export const botAnswers = page(
  z.object({
    sessionId: entityId,
    contactName: z.string(),
    chat: z.string(),
    status: z.enum(BOT_SESSION_STATUSES),
    createdAt: instant,
    values: z.record(z.string(), z.unknown()),
  }),
).extend({
  /** Names of what is kept, in the order of the flow. */
  variables: z.array(z.string()),
});
export type BotAnswers = z.infer<typeof botAnswers>;

/** What a node cannot do through a driver that the bot is deployed to, and what is done instead. */
export const capabilityNote = z.object({
  nodeId: z.string(),
  /** As its flow names it; empty: by its kind. */
  nodeName: z.string(),
  nodeKind: z.string(),
  driver: z.string(),
  message: textSchema,
});

export const botDetail = bot.extend({
  draft: botFlow,
  /** Raised by each save; a save names the one that it changes. */
  revision: z.number().int(),
  faults: z.array(flowFault),
  deployment: botDeployment.nullable(),
  abilities: z.object({ edit: z.boolean(), deploy: z.boolean() }),
});
export type BotDetail = z.infer<typeof botDetail>;

const botId = z.object({ id: entityId });

/** Saves of some minutes without a network. */
export const MAX_UNANSWERED_SAVES = 50;

/** Templates that a new bot may begin with. */
export const BOT_TEMPLATES = ['blank', 'confirmation', 'lead', 'faq', 'opt-in', 'survey'] as const;
export type BotTemplate = (typeof BOT_TEMPLATES)[number];

export const BOT_SORTS = ['-updatedAt', 'updatedAt', 'name', '-name', 'createdAt', '-createdAt'] as const;

const at = routesUnder('bots');

export const botsContract = {
  list: query('bots')
    .route(at.get('/bots', 'List the bots of the workspace'))
    .input(
      listQuery.extend({
        search: z.string().max(256).optional(),
        status: z.enum(['deployed', 'draft']).optional(),
        sort: z.enum(BOT_SORTS).default('-updatedAt'),
      }),
    )
    .output(page(bot)),
  get: query('bots')
    .route(at.get('/bots/{id}', 'One bot with its draft and what is wrong with it'))
    .input(botId)
    .output(botDetail),
  create: mutation('bots')
    .route(at.post('/bots', 'Create a bot, from a template or a flow', { successStatus: 201 }))
    .input(
      z.object({
        name: lineOfText(120),
        description: z.string().trim().max(1_000).default(''),
        template: z.enum(BOT_TEMPLATES).default('blank'),
        /** An exported flow; outranks the template. */
        flow: botFlow.optional(),
      }),
    )
    .output(bot),
  save: mutation('bots')
    .route(at.patch('/bots/{id}', 'Save the draft, the name or the description'))
    .input(
      botId.extend({
        revision: z.number().int(),
        saveId: entityId.optional().describe('A new one for each try, by which it is known should its answer be lost.'),
        unanswered: z
          .array(entityId)
          .max(MAX_UNANSWERED_SAVES)
          .optional()
          .describe(
            'Earlier tries since that revision that were not answered: the bot may be changed where the latest save was one of these.',
          ),
        name: lineOfText(120).optional(),
        description: z.string().trim().max(1_000).optional(),
        draft: botFlow.optional(),
      }),
    )
    .output(z.object({ revision: z.number().int(), faults: z.array(flowFault) })),
  remove: mutation('bots')
    .route(at.delete('/bots/{id}', 'Delete a bot; its conversations end'))
    .input(botId)
    .output(z.object({ _id: entityId })),
  versions: query('bots')
    .route(at.get('/bots/{id}/versions', 'Versions of a bot, newest first'))
    .input(listQuery.extend({ id: entityId }).omit({ sort: true }))
    .output(page(botVersion)),
  deployments: query('bots')
    .route(at.get('/bots/{id}/deployments', 'Deployments of a bot, newest first'))
    .input(listQuery.extend({ id: entityId }).omit({ sort: true }))
    .output(page(botDeployment)),
  funnel: query('bots')
    .route(at.get('/bots/{id}/funnel', 'How often conversations came to each node'))
    .input(botId)
    .output(z.array(funnelStep)),
  answers: query('bots')
    .route(at.get('/bots/{id}/answers', 'What contacts answered'))
    .input(listQuery.extend({ id: entityId }).omit({ sort: true }))
    .output(botAnswers),
  capabilities: query('bots')
    .route(
      at.post(
        '/bots/{id}/capabilities',
        'What the drivers of these engines cannot send of a bot, and what is sent instead',
      ),
    )
    .input(
      botId.extend({
        engineIds: z.array(entityId).max(100).default([]),
        /** An earlier version; left out: the draft. */
        versionId: entityId.optional(),
      }),
    )
    .output(z.object({ notes: z.array(capabilityNote) })),
  deploy: mutation('bots')
    .route(at.post('/bots/{id}/deploy', 'Deploy the draft, or an earlier version'))
    .input(
      botId.extend({
        settings: deploymentSettings,
        /** Left out: the draft, as a new version where it differs from the last. */
        versionId: entityId.optional(),
        /**
         * What conversations under way do: stay on their version, move to this one where their node is in it, or end.
         */
        running: z.enum(['stay', 'move', 'end']).default('stay'),
      }),
    )
    .output(botDeployment),
  undeploy: mutation('bots')
    .route(at.post('/bots/{id}/undeploy', 'Take a bot off: it starts no conversation any more'))
    .input(botId.extend({ running: z.enum(['stay', 'end']).default('stay') }))
    .output(z.object({ _id: entityId })),
  keepSecret: mutation('bots')
    .route(
      at.post('/bots/{id}/secrets', 'Keep a value of an HTTP step encrypted, for one host; it is never told again', {
        successStatus: 201,
      }),
    )
    .input(
      botId.extend({
        /** Of the step that sends it: it goes to the host of this address only. */
        url: z.string().max(2_000),
        value: z.string().min(1).max(MAX_SECRET_LENGTH),
      }),
    )
    .output(z.object({ secretId: entityId, host: z.string() })),
  ...botSessionOperations,
  ...botStatisticsOperations,
};
