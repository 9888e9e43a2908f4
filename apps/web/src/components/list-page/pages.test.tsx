import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../test/render-part.tsx';
import { Pages } from './pages.tsx';

const onPage = vi.fn();
const onSize = vi.fn();
const renderPages = (props: { page: number; total: number | undefined; totalIsExact?: boolean; rows?: number }) =>
  renderPart(<Pages size={50} onPage={onPage} {...props} />);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('offers a choice of page sizes if there is one', async () => {
  await renderPages({ page: 0, total: 120 });
  expect(screen.queryByRole('combobox')).toBeNull();
  await renderPart(<Pages page={0} size={50} sizes={[20, 50]} total={120} onPage={onPage} onSize={onSize} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '20');
  expect(onSize).toHaveBeenLastCalledWith(20);
});

it('counts up to the last page when the total is exact', async () => {
  const { user } = await renderPages({ page: 1, total: 120 });
  expect(screen.getByText('51–100')).toBeTruthy();
  await user.click(button('Last page'));
  expect(onPage).toHaveBeenLastCalledWith(2);
});

it('continues beyond the counted rows, and reaches the last page from the end', async () => {
  const { user } = await renderPages({ page: 199, total: 10_000, totalIsExact: false, rows: 50 });
  expect(screen.getByRole('navigation').textContent).toContain('9,951–10,000 of 10,000+');
  expect(button('Next page').disabled).toBe(false);
  await user.click(button('Last page'));
  expect(onPage).toHaveBeenLastCalledWith(-1);
});

it('ends at a page that is not full', async () => {
  await renderPages({ page: 300, total: 10_000, totalIsExact: false, rows: 7 });
  expect(screen.getByText('15,001–15,007')).toBeTruthy();
  expect(button('Next page').disabled).toBe(true);
});

it('goes back from the last page', async () => {
  const { user } = await renderPages({ page: -1, total: 10_000, totalIsExact: false, rows: 50 });
  expect(screen.getByRole('navigation').textContent).toContain('50–1 from the end, of 10,000+');
  expect([button('Next page').disabled, button('Last page').disabled]).toEqual([true, true]);
  await user.click(button('Previous page'));
  expect(onPage).toHaveBeenLastCalledWith(-2);
});

it('shows no total while it is unknown', async () => {
  await renderPages({ page: 0, total: undefined });
  expect(screen.getByRole('navigation').textContent).not.toMatch(/\d of/);
  expect(screen.getAllByRole<HTMLButtonElement>('button').every(({ disabled }) => disabled)).toBe(true);
});
