import { expect, test } from 'vitest';
import { PAGE_WORDS } from '../public-page/text.ts';
import type { ConstanciaAnchor } from './facts.ts';
import { anchoredSentence } from './text.ts';

const ANCHOR: ConstanciaAnchor = {
  isFinal: true,
  network: 'eip155:7',
  trust: undefined,
  finality: 'finalized',
  txHash: undefined,
  blockNumber: 12,
  blockHash: new Uint8Array(32),
  blockTime: new Date(0),
  confirmations: undefined,
  isShown: true,
};

const told = (trust: ConstanciaAnchor['trust']) =>
  anchoredSentence({ anchor: { ...ANCHOR, trust }, log: undefined });

test('a block is called permanent only on a chain that is public', () => {
  for (const trust of ['operator', 'permissioned', undefined] as const) {
    const { es, en } = told(trust);
    expect([es, en].join(' ')).not.toMatch(/permanent|definitiv/i);
    expect([es.includes('bloque 12'), en.includes('block 12')]).toEqual([true, true]);
  }
  expect(told('public').en).toContain('permanently anchored');
});

test('who could rewrite the chain is said in both languages', () => {
  expect(told('operator')).toEqual({
    es: expect.stringContaining('podría reescribirla: no es un testigo independiente'),
    en: expect.stringContaining('could rewrite it: it is not an independent witness'),
  });
  expect(told('permissioned')).toEqual({
    es: expect.stringContaining('solo sus participantes, juntos'),
    en: expect.stringContaining('only its members, acting together'),
  });
});

test('the public page says no more of a chain that somebody could rewrite', () => {
  for (const language of ['es', 'en'] as const) {
    const { operator, permissioned } = PAGE_WORDS[language].onChain;
    expect(`${operator} ${permissioned}`).not.toMatch(/permanent|definitiv/i);
  }
});
