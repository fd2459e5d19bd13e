import { expect, inject, test } from 'vitest';
import { assertOwnSessions } from '../../../server/src/database/own-sessions.ts';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';
import { openFaultProxy, throughProxy } from '../../harness/fault-proxy.ts';
import { createTestDatabase } from '../../harness/test-database.ts';
import { openTransactionPooler } from '../../harness/transaction-pooler.ts';

test('a pooler that shares sessions between transactions is refused in words, one that does not is not', async () => {
  const { host, port } = inject('postgres');
  const target = { path: `${host}/.s.PGSQL.${port}` };
  const database = await createTestDatabase();
  const pooler = await openTransactionPooler(target);
  const road = await openFaultProxy(() => target);
  try {
    await assertOwnSessions({ url: throughProxy(database.url, road.port) });
    const refused = await assertOwnSessions({ url: throughProxy(database.url, pooler.port) }).catch(
      (error) => error,
    );
    expect(refused).toBeInstanceOf(OperatorError);
    expect(refused.message).toContain('pool_mode = session');
  } finally {
    await pooler.close();
    await road.close();
    await database.drop();
  }
});
