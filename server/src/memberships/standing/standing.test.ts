import { describe, expect, test } from 'vitest';
import { addDays } from './days.ts';
import { isValid, NEVER, type StandingFacts, standingDays, standingOn } from './standing.ts';

const FACTS: StandingFacts = {
  status: 'active',
  memberStatus: 'active',
  startsOn: '2024-01-01',
  endsOn: '2026-12-31',
  extendedUntil: undefined,
  graceDays: 30,
  requestedOn: undefined,
};

const on = (day: string, facts: Partial<StandingFacts> = {}) =>
  standingOn(standingDays({ ...FACTS, ...facts }), day);

describe('standing of a day', () => {
  test.for([
    ['2023-12-31', 'scheduled'],
    ['2024-01-01', 'current'],
    ['2026-12-31', 'current'],
    ['2027-01-01', 'grace'],
    ['2027-01-30', 'grace'],
    ['2027-01-31', 'lapsed'],
  ] as const)('%s is %s', ([day, standing]) => {
    expect(on(day)).toBe(standing);
  });

  test('an extension moves end and grace; one that ends before the term moves nothing', () => {
    const extendedUntil = '2027-06-30';
    expect(on('2027-06-30', { extendedUntil })).toBe('current');
    expect(on('2027-07-30', { extendedUntil })).toBe('grace');
    expect(on('2027-07-31', { extendedUntil })).toBe('lapsed');
    expect(on('2027-01-01', { extendedUntil: '2026-06-30' })).toBe('grace');
  });

  test('without days of grace the day after the end is lapsed', () => {
    expect(on('2026-12-31', { graceDays: 0 })).toBe('current');
    expect(on('2027-01-01', { graceDays: 0 })).toBe('lapsed');
  });

  test('a renewal asked for by the last day of grace holds the standing until it is decided', () => {
    expect(on('2027-01-01', { requestedOn: '2026-12-01' })).toBe('grace');
    expect(on('2030-01-01', { requestedOn: '2027-01-30' })).toBe('grace');
    expect(on('2030-01-01', { requestedOn: '2027-01-31' })).toBe('lapsed');
    expect(on('2026-12-31', { requestedOn: '2026-12-01' })).toBe('current');
    expect(standingDays({ ...FACTS, requestedOn: '2026-12-01' }).lapsesOn).toBe(NEVER);
  });

  test('ended comes before suspended, suspended before every day', () => {
    const days = ['2023-01-01', '2025-01-01', '2027-01-15', '2028-01-01'];
    for (const day of days) {
      for (const memberStatus of ['active', 'suspended', 'deceased', 'anonymised']) {
        expect(on(day, { status: 'ended', memberStatus })).toBe('ended');
        expect(on(day, { status: 'suspended', memberStatus })).toBe('suspended');
        if (memberStatus !== 'active') expect(on(day, { memberStatus })).toBe('suspended');
      }
    }
  });

  test('every day has one standing, and from scheduled to lapsed it only goes forward', () => {
    const order = ['scheduled', 'current', 'grace', 'lapsed'];
    for (const graceDays of [0, 1, 30, 365]) {
      for (const extendedUntil of [undefined, '2027-01-01', '2028-12-31']) {
        const steps = Array.from({ length: 2_500 }, (_, at) =>
          order.indexOf(on(addDays('2023-06-01', at), { graceDays, extendedUntil })),
        );
        expect(steps.every((step, at) => step >= 0 && step >= (steps[at - 1] ?? 0))).toBe(true);
        expect(steps.filter((step) => step === 2)).toHaveLength(graceDays);
      }
    }
  });

  test('current and grace are valid, nothing else is', () => {
    expect(isValid('current') && isValid('grace')).toBe(true);
    expect((['scheduled', 'lapsed', 'suspended', 'ended'] as const).some(isValid)).toBe(false);
  });
});
