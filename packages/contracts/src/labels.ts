import { z } from 'zod';
import { entityId, lineOfText, listQuery, page } from './entity.ts';
import { changes, reads } from './operation.ts';

const nameOfOne = lineOfText(64);

/** What a label or list is called, and how many contacts it has. */
const collected = z.object({ _id: entityId, name: z.string(), contacts: z.number().int() });

const collection = (noun: 'labels' | 'lists', tag: string) => ({
  list: reads('contacts')
    .route({ method: 'GET', path: `/${noun}`, tags: [tag], summary: `List ${noun} of contacts` })
    .input(listQuery.extend({ sort: z.enum(['name', '-name']).default('name') }))
    .output(page(collected)),
  create: changes('contacts')
    .route({ method: 'POST', path: `/${noun}`, tags: [tag], successStatus: 201, summary: `Add to the ${noun}` })
    .input(z.object({ name: nameOfOne }))
    .output(collected),
  update: changes('contacts')
    .route({ method: 'PATCH', path: `/${noun}/{id}`, tags: [tag], summary: 'Give it another name' })
    .input(z.object({ id: entityId, name: nameOfOne }))
    .output(collected),
  remove: changes('contacts')
    .route({ method: 'DELETE', path: `/${noun}/{id}`, tags: [tag], summary: 'Delete it; its contacts stay' })
    .input(z.object({ id: entityId }))
    .output(z.object({ removed: z.literal(true) })),
});

/** What people stick on contacts, as many on each as they like. */
export const labelsContract = collection('labels', 'labels');
/** Contacts gathered for one purpose, such as those of an imported file. */
export const bulkListsContract = collection('lists', 'lists');
