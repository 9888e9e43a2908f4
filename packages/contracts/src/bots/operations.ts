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
  /** Id of the user who created it; null if deleted. */
  owner: entityId.nullable(),
  workspaceId: entityId,
  activeDeploymentId: entityId.nullable(),
  lastActivity: z.object({ date: instant, eventType: z.string() }).nullable(),
  nodeCount: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
});
export type Bot = z.infer<typeof bot>;

/** Which contacts a deployment answers. */
export const CONTACT_RULES = ['all', 'only', 'except'] as const;
export const MAX_RULE_NUMBERS = 1_000;

export const deploymentSettings = z.object({
  /** Empty: all engines of the workspace. */
  engineIds: z.array(entityId).max(100).default([]),
  contactRule: z.enum(CONTACT_RULES).default('all'),
  /** E.164. */
  numbers: z.array(z.string().max(32)).max(MAX_RULE_NUMBERS).default([]),
  /** In groups the bot is off, or answers only messages that mention its number. */
  groups: z.enum(['off', 'mentioned']).default('off'),
  /** Messages a contact sends within this time count as one input; 0: each counts separately. */
  gatherSeconds: z.number().int().min(0).max(60).default(3),
  /** Hours until a taken-over conversation returns to the bot; null: only when someone resumes it. */
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
  /** Next scheduled start of conversations. */
  nextRunAt: instant.nullable(),
  createdBy: z.string().nullable(),
});
export type BotDeployment = z.infer<typeof botDeployment>;

export const botVersion = z.object({
  _id: entityId,
  number: z.number().int(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  /** Nodes added, changed or removed since the previous version. */
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

/** How many times conversations reached a node. */
export const funnelStep = z.object({ nodeId: z.string(), entered: z.number().int() });
export type FunnelStep = z.infer<typeof funnelStep>;

/** Contacts' answers: the values saved in conversations, newest first. */
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
  /** Names of the saved variables, in flow order. */
  variables: z.array(z.string()),
});
export type BotAnswers = z.infer<typeof botAnswers>;

/** What a node cannot do with a driver of the bot's deployment, and the substitute. */
export const capabilityNote = z.object({
  nodeId: z.string(),
  /** Name in the flow; empty: the name of its kind. */
  nodeName: z.string(),
  nodeKind: z.string(),
  driver: z.string(),
  message: textSchema,
});

export const botDetail = bot.extend({
  draft: botFlow,
  /** Raised by each save; a save names the revision it changes. */
  revision: z.number().int(),
  faults: z.array(flowFault),
  deployment: botDeployment.nullable(),
  abilities: z.object({ edit: z.boolean(), deploy: z.boolean() }),
});
export type BotDetail = z.infer<typeof botDetail>;

const botId = z.object({ id: entityId });

/** Enough for several minutes of saves without a network. */
export const MAX_UNANSWERED_SAVES = 50;

/** Templates for new bots. */
export const BOT_TEMPLATES = ['blank', 'confirmation', 'lead', 'faq', 'opt-in', 'survey'] as const;
export type BotTemplate = (typeof BOT_TEMPLATES)[number];

export const BOT_SORTS = ['-updatedAt', 'updatedAt', 'name', '-name', 'createdAt', '-createdAt'] as const;

const at = routesUnder('bots');

export const botsContract = {
  list: query('bots')
    .route(at.get('/bots', 'Bots of the workspace'))
    .input(
      listQuery.extend({
        search: z.string().max(256).optional(),
        status: z.enum(['deployed', 'draft']).optional(),
        sort: z.enum(BOT_SORTS).default('-updatedAt'),
      }),
    )
    .output(page(bot)),
  get: query('bots')
    .route(at.get('/bots/{id}', 'A bot with its draft and the draft’s faults'))
    .input(botId)
    .output(botDetail),
  create: mutation('bots')
    .route(at.post('/bots', 'Create a bot, from a template or a flow', { successStatus: 201 }))
    .input(
      z.object({
        name: lineOfText(120),
        description: z.string().trim().max(1_000).default(''),
        template: z.enum(BOT_TEMPLATES).default('blank'),
        /** An exported flow; takes precedence over the template. */
        flow: botFlow.optional(),
      }),
    )
    .output(bot),
  save: mutation('bots')
    .route(at.patch('/bots/{id}', 'Save the draft, the name or the description'))
    .input(
      botId.extend({
        revision: z.number().int(),
        saveId: entityId
          .optional()
          .describe('Client-generated id of this attempt, to recognise it if the response is lost.'),
        unanswered: z
          .array(entityId)
          .max(MAX_UNANSWERED_SAVES)
          .optional()
          .describe(
            'Ids of earlier attempts since that revision whose responses were lost; saving is allowed if the latest save is one of these.',
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
    .route(at.get('/bots/{id}/funnel', 'How many times conversations reached each node'))
    .input(botId)
    .output(z.array(funnelStep)),
  answers: query('bots')
    .route(at.get('/bots/{id}/answers', 'Contacts’ answers'))
    .input(listQuery.extend({ id: entityId }).omit({ sort: true }))
    .output(botAnswers),
  capabilities: query('bots')
    .route(
      at.post(
        '/bots/{id}/capabilities',
        'What the drivers of these engines cannot send for a bot, and the substitutes',
      ),
    )
    .input(
      botId.extend({
        engineIds: z.array(entityId).max(100).default([]),
        /** An earlier version; defaults to the draft. */
        versionId: entityId.optional(),
      }),
    )
    .output(z.object({ notes: z.array(capabilityNote) })),
  deploy: mutation('bots')
    .route(at.post('/bots/{id}/deploy', 'Deploy the draft, or an earlier version'))
    .input(
      botId.extend({
        settings: deploymentSettings,
        /** Defaults to the draft, as a new version if it differs from the latest. */
        versionId: entityId.optional(),
        /** What running conversations do: stay on their version, move to this one if it contains their node, or end. */
        running: z.enum(['stay', 'move', 'end']).default('stay'),
      }),
    )
    .output(botDeployment),
  undeploy: mutation('bots')
    .route(at.post('/bots/{id}/undeploy', 'Undeploy a bot, so that it starts no new conversations'))
    .input(botId.extend({ running: z.enum(['stay', 'end']).default('stay') }))
    .output(z.object({ _id: entityId })),
  keepSecret: mutation('bots')
    .route(
      at.post(
        '/bots/{id}/secrets',
        'Store a secret value of an HTTP step, encrypted and for one host; it is never returned',
        {
          successStatus: 201,
        },
      ),
    )
    .input(
      botId.extend({
        /** URL of the step; the secret is sent only to its host. */
        url: z.string().max(2_000),
        value: z.string().min(1).max(MAX_SECRET_LENGTH),
      }),
    )
    .output(z.object({ secretId: entityId, host: z.string() })),
  ...botSessionOperations,
  ...botStatisticsOperations,
};
