import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMillicores, memoryBytes, QuantityError, quantityNano } from './quantity.ts';

describe('quantities, spec 001 section 9', () => {
  it.each([
    ['123456789n', 123.456789],
    ['250m', 250],
    ['2', 2000],
    ['1.5', 1500],
    ['0', 0],
  ])('CPU %s is %d millicores', (text, millicores) => {
    expect(cpuMillicores(text)).toBe(millicores);
  });

  it.each([
    ['1Ki', 1024],
    ['3000Mi', 3000 * 1024 ** 2],
    ['60Gi', 60 * 1024 ** 3],
    ['2097152Ki', 2 * 1024 ** 3],
    ['4096', 4096],
  ])('memory %s is %d bytes', (text, bytes) => {
    expect(memoryBytes(text)).toBe(bytes);
  });
});

describe('the full Kubernetes grammar', () => {
  it.each([
    ['1u', 0.001],
    ['1k', 1_000_000],
    ['.5', 500],
    ['5.', 5000],
    ['+2', 2000],
    ['-250m', -250],
    ['1e3', 1_000_000],
    ['1E3', 1_000_000],
    ['2E-3', 2],
  ])('CPU %s is %d millicores', (text, millicores) => {
    expect(cpuMillicores(text)).toBe(millicores);
  });

  it.each([
    ['1.5Gi', 1.5 * 1024 ** 3],
    ['0.5k', 500],
    ['1000k', 1_000_000],
    ['128974848', 128_974_848],
    ['129e6', 129_000_000],
    ['129M', 129_000_000],
    ['128974848000m', 128_974_848],
    ['123Mi', 128_974_848],
    ['1Ti', 1024 ** 4],
    ['1Pi', 1024 ** 5],
    ['1T', 1e12],
    ['1P', 1e15],
    ['1G', 1e9],
    ['1E', 1e18],
    ['1Ei', 1024 ** 6],
    ['500m', 0.5],
  ])('memory %s is %d bytes', (text, bytes) => {
    expect(memoryBytes(text)).toBe(bytes);
  });

  it('rounds up at a billionth and caps at the largest 64-bit integer, as the API server does', () => {
    expect(quantityNano('0.1n')).toBe(1n);
    expect(quantityNano('-0.1n')).toBe(-1n);
    expect(quantityNano('1e999999999')).toBe((2n ** 63n - 1n) * 1_000_000_000n);
    expect(quantityNano('0e999999999')).toBe(0n);
    expect(quantityNano('1e-999999999')).toBe(1n);
    expect(quantityNano('8Ei')).toBe((2n ** 63n - 1n) * 1_000_000_000n);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '1K',
    '1ki',
    '1Kib',
    'Gi',
    '.',
    '1.2.3',
    '--1',
    '1e',
    '1,5',
    '0x10',
    'NaN',
    'Infinity',
    '1m5',
    '١',
  ])('refuses %j instead of showing a wrong number', (text) => {
    expect(() => cpuMillicores(text)).toThrow(QuantityError);
    expect(() => memoryBytes(text)).toThrow(QuantityError);
  });
});

it('parses plain quantities the same way as the full grammar', () => {
  const suffix = fc.constantFrom('', 'n', 'u', 'm', 'Ki', 'Mi', 'Gi');
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), suffix, (digits, unit) => {
      const nano = quantityNano(`${digits}${unit}`);
      expect(cpuMillicores(`${digits}${unit}`)).toBeCloseTo(Number(nano) / 1e6, 6);
      expect(memoryBytes(`${digits}${unit}`)).toBeCloseTo(Number(nano) / 1e9, 9);
    }),
  );
});
