import { expect, test } from 'vitest';
import type { Database } from '../../server/src/database/pool.ts';
import { makeMerkleLogStore } from '../../server/src/transparency/pg-log.ts';
import { openDispatcher } from '../../server/src/webhooks/delivery/open-dispatcher.ts';
import { forFile } from '../harness/for-file.ts';
import { openTestSello } from '../harness/test-sello.ts';
import { turnByHand } from '../harness/turn-by-hand.ts';

const sello = forFile(openTestSello);

/** The same database, and the names of the statements that it was sent. */
function heard(database: Database): { database: Database; names: string[] } {
  const names: string[] = [];
  const query: Database['query'] = (text, params, name = '') => {
    names.push(name);
    return database.query(text, params, name);
  };
  const transaction: Database['transaction'] = (...args) => {
    names.push('a transaction');
    return database.transaction(...args);
  };
  return { database: { ...database, query, transaction }, names };
}

test('a round of the log in which no certificate waits is one statement', async () => {
  const { database, names } = heard(sello.ports.records);
  const log = makeMerkleLogStore(database);
  const compute = () => Promise.reject(new Error('there is nothing to compute'));
  expect(await log.advance(10, compute, new Date(), await turnByHand(sello.database))).toBe(0);
  expect(names).toEqual(['log-waits']);
});

test('a round of deliveries in which no endpoint is due is one statement', async () => {
  const { database, names } = heard(sello.ports.records);
  const dispatcher = openDispatcher(sello.config, { ...sello.ports, records: database }, { count: () => {} });
  await dispatcher.round();
  names.length = 0;
  await dispatcher.round();
  expect(names).toEqual(['look-for-news']);
  await dispatcher.stop();
});
