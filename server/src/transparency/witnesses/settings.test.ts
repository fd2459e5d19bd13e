import { expect, test } from 'vitest';
import { type Environment, readSettings } from '../../kernel/settings/reader.ts';
import { readWitnessSettings } from './settings.ts';

// Verifier keys of public keys that are 32 times 07, 08 and 09.
const ALICE = 'alice.example/w1+abb8a665+BAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH';
const BOB = 'bob.example/w1+641e9962+BAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI';
const CAROL = 'carol.example/w1+a7491dd3+BAkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJ';
const LOG = 'log.example+0463ec37+AQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH';

function read(env: Environment) {
  const reader = readSettings(env);
  return { ...readWitnessSettings(reader), problems: reader.problems };
}

test('nobody is asked unless witnesses are named', () => {
  expect(read({})).toEqual({ witnesses: [], witnessQuorum: 0, problems: [] });
});

test('a witness is its key and its address; more than half of them are a quorum', () => {
  const given = `${ALICE} https://alice.example/, ${BOB}  http://10.0.0.7:8100/w ,${CAROL} https://carol.example`;
  expect(read({ SELLO_WITNESSES: given })).toEqual({
    witnesses: [
      { vkey: ALICE, url: 'https://alice.example' },
      { vkey: BOB, url: 'http://10.0.0.7:8100/w' },
      { vkey: CAROL, url: 'https://carol.example' },
    ],
    witnessQuorum: 2,
    problems: [],
  });
  expect(read({ SELLO_WITNESSES: given, SELLO_WITNESS_QUORUM: '3' }).witnessQuorum).toBe(3);
});

test.for([
  ALICE,
  'https://alice.example',
  `${ALICE} alice.example`,
  `${ALICE} ftp://alice.example`,
  `${ALICE} https://me:secret@alice.example`,
  `${ALICE} https://alice.example/?a=b`,
  `${ALICE} https://alice.example extra`,
  `${LOG} https://log.example`,
  `${ALICE.replace('alice', 'alicia')} https://alice.example`,
  `${ALICE.replace('BAcH', 'BAcI')} https://alice.example`,
  `${ALICE} https://alice.example,`,
])('%s is no witness', (given) => {
  expect(read({ SELLO_WITNESSES: given }).problems).toEqual([
    expect.stringContaining('SELLO_WITNESSES must be'),
  ]);
});

test('a key that is named twice, and a quorum that cannot be reached, are reported', () => {
  const twice = `${ALICE} https://a.example,${ALICE} https://b.example`;
  expect(read({ SELLO_WITNESSES: twice }).problems).toEqual([expect.stringContaining('twice')]);
  const one = { SELLO_WITNESSES: `${ALICE} https://a.example`, SELLO_WITNESS_QUORUM: '2' };
  expect(read(one).problems).toEqual([expect.stringContaining('SELLO_WITNESS_QUORUM is 2')]);
  expect(read({ SELLO_WITNESS_QUORUM: '1' }).problems).toHaveLength(1);
});
