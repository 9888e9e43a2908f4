import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { apiQuery } from '../../lib/api/client.ts';

const server = fakeServer();

function Count() {
  const { data } = useQuery(apiQuery.knowledge.list.queryOptions({ input: { limit: 1 } }));
  return <p>{data?.total} bases</p>;
}

it('refetches what is on screen after an event that its feature names, and after no other', async () => {
  let total = 1;
  server.on('GET /api/knowledge-bases', () => ({ data: [], total: total++ }));
  const { tell } = await renderPart(<Count />);
  await screen.findByText('1 bases');
  await tell({ type: 'campaigns.changed' });
  await tell({ type: 'knowledge.changed', knowledgeBaseId: '019a0000-0000-7000-8000-0000000000b1' });
  await screen.findByText('2 bases');
  expect(total).toBe(3);
});
