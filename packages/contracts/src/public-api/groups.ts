import { z } from 'zod';
import { mutation, query, routesUnder } from '../operation.ts';
import { boundedText, chatAddress, commaSeparated, dateTime, flag, idempotent, many, one, paging } from './shapes.ts';

export const groupRow = z.object({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  owner: z.string().optional(),
  createdAt: dateTime.optional(),
  lastMessageAt: dateTime.optional(),
  participantCount: z.number().int().min(0).optional(),
  restrict: z.boolean().optional(),
});
const group = groupRow.extend({
  announce: z.boolean().optional(),
  participants: z
    .array(
      z.object({ chatId: z.string(), isAdmin: z.boolean(), isSuperAdmin: z.boolean(), name: z.string().optional() }),
    )
    .optional(),
});
export type PublicGroup = z.infer<typeof group>;

const at = routesUnder('groups');
const name = boundedText(100).min(1);
const members = z.array(chatAddress).min(1).max(256).describe('Phone numbers or chat ids of members.');
const inGroup = z.object({ id: chatAddress });
const ofMember = z.object({ id: chatAddress, chatId: chatAddress });
/** Changes one member and returns the group. */
const ofOne = (route: ReturnType<typeof at.post>) =>
  mutation('chats')
    .route({ ...route, inputStructure: 'detailed' })
    .input(z.object({ params: ofMember }))
    .output(one(group));

/** Changes are made by the engine immediately; if it does not answer, they fail with `unavailable`. */
export const groups = {
  list: query('chats')
    .route({ ...at.get('/groups', 'Groups known to the engine'), inputStructure: 'detailed' })
    .input(z.object({ query: z.object({ searchToken: boundedText(200).optional(), includeArchive: flag, ...paging }) }))
    .output(many(groupRow)),
  get: query('chats')
    .route({ ...at.get('/groups/{id}', 'A group'), inputStructure: 'detailed' })
    .input(
      z.object({
        params: z.object({ id: chatAddress }),
        query: z.object({ include: commaSeparated(z.enum(['participants']), 1) }),
      }),
    )
    .output(one(group)),
  create: mutation('chats')
    .route({ ...at.post('/groups', 'Create a group'), inputStructure: 'detailed' })
    .input(z.object({ body: z.object({ name, participants: members }), ...idempotent }))
    .output(one(group)),
  update: mutation('chats')
    .route({
      ...at.patch('/groups/{id}', 'Change the name, description or permissions of a group'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: inGroup,
        body: z.object({
          name: name.optional(),
          settings: z
            .object({
              announce: z.boolean().optional().describe('Only admins may write.'),
              restrict: z.boolean().optional().describe('Only admins may change its name, picture and description.'),
              editInfoAdminsOnly: z.boolean().optional().describe('Alias of `restrict`.'),
              description: boundedText(2_048).min(1).optional(),
            })
            .optional(),
        }),
      }),
    )
    .output(one(group)),
  addMembers: mutation('chats')
    .route({ ...at.post('/groups/{id}/members', 'Add members to a group'), inputStructure: 'detailed' })
    .input(
      z.object({
        params: inGroup,
        body: z.object({ chatId: chatAddress.optional(), participants: members.optional() }),
      }),
    )
    .output(one(group)),
  leave: mutation('chats')
    .route({
      ...at.delete('/groups/{id}/members/me', 'Leave a group'),
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      successStatus: 204,
    })
    .input(z.object({ params: inGroup }))
    .output(z.object({ status: z.literal(204) })),
  removeMember: ofOne(at.delete('/groups/{id}/members/{chatId}', 'Remove a member from a group')),
  promoteAdmin: ofOne(at.post('/groups/{id}/members/{chatId}/admin', 'Make a member an admin')),
  demoteAdmin: ofOne(at.delete('/groups/{id}/members/{chatId}/admin', 'Demote an admin to member')),
};
