import { expect, test } from 'vitest';
import { asOneRequest } from '../../../server/src/database/current-request.ts';
import { connect } from '../../../server/src/database/pool.ts';
import { createEmptyDatabase } from '../../harness/empty-database.ts';

test('P105: a search that its caller made slow is aborted, is counted, and leaves the connections usable', async () => {
  const place = await createEmptyDatabase();
  const database = connect(place.address, 2);
  const search = () =>
    new Promise((resolve, reject) => {
      asOneRequest('acct_x', false, () => void database.query('select pg_sleep(9)').then(resolve, reject));
    });
  await expect(search()).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    message: expect.stringContaining('took more than 4 seconds'),
  });
  // Work of the service itself has the usual time limit.
  expect(await database.query('select pg_sleep(4.5), 1 as one')).toMatchObject([{ one: 1 }]);
  await database.close();
  await place.drop();
});
