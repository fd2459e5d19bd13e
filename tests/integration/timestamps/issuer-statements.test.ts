import { expect, testAlone as test } from '../../harness/world.ts';

const NOTHING = { legalName: undefined, service: undefined, dofDate: undefined };
const FIRST = { legalName: 'Prestador, S.A.', service: 'ccmd', dofDate: '2019-05-31' } as const;
const SECOND = { ...FIRST, legalName: 'Prestador, S.A. de C.V.' };
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

test('a statement is shown as it was at the time, whatever was stated later', async ({ sello }) => {
  const { issuerStatements } = sello.ports;
  await issuerStatements.keep('A', FIRST, day(10));
  await issuerStatements.keep('A', FIRST, day(11));
  await issuerStatements.keep('A', SECOND, day(20));
  await issuerStatements.keep('B', NOTHING, day(10));
  expect(await issuerStatements.at('A', day(15))).toEqual({ ...FIRST, since: day(10) });
  expect(await issuerStatements.at('A', day(20))).toEqual({ ...SECOND, since: day(20) });
  expect(await issuerStatements.at('A', day(25))).toEqual({ ...SECOND, since: day(20) });
  // A time before every statement gets the first statement, which shows its own, later day.
  expect(await issuerStatements.at('A', day(1))).toEqual({ ...FIRST, since: day(10) });
  expect(await issuerStatements.at('B', day(25))).toBeUndefined();
});

test('a withdrawn statement still applies to what was stamped before', async ({ sello }) => {
  const { issuerStatements } = sello.ports;
  await issuerStatements.keep('C', FIRST, day(10));
  await issuerStatements.keep('C', NOTHING, day(20));
  expect(await issuerStatements.at('C', day(15))).toEqual({ ...FIRST, since: day(10) });
  expect(await issuerStatements.at('C', day(21))).toEqual({ ...NOTHING, since: day(20) });
});
