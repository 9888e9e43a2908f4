import { z } from 'zod';
import { entityId, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

const name = lineOfText(64);

/** A label or list with its number of contacts. */
const collected = z.object({ _id: entityId, name: z.string(), contacts: z.number().int() });

const collection = (noun: 'labels' | 'lists', at = routesUnder(noun)) => ({
  list: query('contacts')
    .route(at.get(`/${noun}`, `Contact ${noun}`))
    .input(listQuery.extend({ sort: z.enum(['name', '-name']).default('name') }))
    .output(page(collected)),
  create: mutation('contacts')
    .route(at.post(`/${noun}`, noun === 'labels' ? 'Create a label' : 'Create a list', { successStatus: 201 }))
    .input(z.object({ name }))
    .output(collected),
  update: mutation('contacts')
    .route(at.patch(`/${noun}/{id}`, noun === 'labels' ? 'Rename a label' : 'Rename a list'))
    .input(z.object({ id: entityId, name }))
    .output(collected),
  remove: mutation('contacts')
    .route(
      at.delete(
        `/${noun}/{id}`,
        noun === 'labels' ? 'Delete a label, but not its contacts' : 'Delete a list, but not its contacts',
      ),
    )
    .input(z.object({ id: entityId }))
    .output(z.object({ removed: z.literal(true) })),
});

/** Labels of contacts; a contact can have any number. */
export const labelsContract = collection('labels');
/** Contacts collected for one purpose, such as those of an imported file. */
export const bulkListsContract = collection('lists');
