import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { gatewayAddress } from '../gateway/gateway-address.ts';
import { GatewayFilterBar } from '../gateway/gateway-filter-bar.tsx';
import { nodesAddress } from '../nodes/nodes-address.ts';
import { NodesFilterBar } from '../nodes/nodes-filter-bar.tsx';
import { useScreenState } from './use-screen-state.ts';

function Gateway() {
  const { state, choose, type } = useScreenState(gatewayAddress);
  return <GatewayFilterBar filters={state} statuses={['Evicted']} onChoose={choose} onType={type} />;
}

function Nodes() {
  const { state, choose, type } = useScreenState(nodesAddress);
  return (
    <NodesFilterBar
      node={state.node}
      onNode={(node) => type({ node })}
      pod={state.pod}
      onPod={(pod) => (pod.enabled === state.pod.enabled ? type({ pod }) : choose({ pod }))}
    />
  );
}
const textOf = (field: HTMLElement) => (field as HTMLInputElement).value;

it('typing replaces one history entry; a choice adds one', async () => {
  const { user, router } = await renderPart(<Gateway />, { at: '/here?session=qrcode' });
  const steps = router.history.length;
  await user.type(screen.getByLabelText('User or session'), '1e3');
  await waitFor(() => expect(router.state.location.search).toEqual({ session: 'qrcode', user: '1e3' }));
  expect(router.history.length).toBe(steps);
  expect(router.state.location.searchStr).toBe('?session=qrcode&user=%221e3%22');
  await user.click(screen.getByRole('switch', { name: 'Show deletion candidates' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ candidates: 1 }));
  expect(router.history.length).toBe(steps + 1);
  act(() => router.history.back());
  await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', false));
  expect(textOf(screen.getByLabelText('User or session'))).toBe('1e3');
});

it('the address is updated as soon as the field is left, so that no later navigation is overridden', async () => {
  const { user, router, unmount } = await renderPart(<Gateway />);
  await user.type(screen.getByLabelText('Pod name'), 'e');
  await user.tab();
  unmount();
  await waitFor(() => expect(router.history.location.search).toBe('?name=e'));
});

it('spec 001 section 2.2: several pod statuses, those of the cluster beside those that are always offered', async () => {
  const { user, router } = await renderPart(<Gateway />, { at: '/here?status=Error,Lost' });
  await user.click(screen.getByRole('combobox', { name: 'Pod status' }));
  await user.click(await screen.findByRole('option', { name: 'Evicted' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'Error,Lost,Evicted' }));
});

it('the nodes’ filters are read from the address; those of pods are off until switched on', async () => {
  const { user, router } = await renderPart(<Nodes />, { at: '/here?memory=60&name=gke' });
  const [ofNodes, ofPods] = screen.getAllByLabelText('Memory % at least') as [HTMLElement, HTMLElement];
  expect([textOf(ofNodes), ofPods.hasAttribute('disabled')]).toEqual(['60', true]);
  await user.click(screen.getByRole('switch', { name: 'Filter pods' }));
  expect(ofPods.hasAttribute('disabled')).toBe(false);
  await user.type(ofPods, '5');
  await waitFor(() => expect(router.state.location.search).toEqual({ memory: 60, name: 'gke', pods: 1, podMemory: 5 }));
});
