import { z } from 'zod';
import { entityId, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

const nameOfOne = lineOfText(64);

/** What a label or list is called, and how many contacts it has. */
const collected = z.object({ _id: entityId, name: z.string(), contacts: z.number().int() });

const collection = (noun: 'labels' | 'lists', at = routesUnder(noun)) => ({
  list: query('contacts')
    .route(at.get(`/${noun}`, `List ${noun} of contacts`))
    .input(listQuery.extend({ sort: z.enum(['name', '-name']).default('name') }))
    .output(page(collected)),
  create: mutation('contacts')
    .route(at.post(`/${noun}`, `Add to the ${noun}`, { successStatus: 201 }))
    .input(z.object({ name: nameOfOne }))
    .output(collected),
  update: mutation('contacts')
    .route(at.patch(`/${noun}/{id}`, 'Give it another name'))
    .input(z.object({ id: entityId, name: nameOfOne }))
    .output(collected),
  remove: mutation('contacts')
    .route(at.delete(`/${noun}/{id}`, 'Delete it; its contacts stay'))
    .input(z.object({ id: entityId }))
    .output(z.object({ removed: z.literal(true) })),
});

/** What people stick on contacts, as many on each as they like. */
export const labelsContract = collection('labels');
/** Contacts gathered for one purpose, such as those of an imported file. */
export const bulkListsContract = collection('lists');
