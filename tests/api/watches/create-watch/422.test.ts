import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('nobody is named, or half, or by an address that is none', async ({ council }) => {
  const council_id = council.accountId;
  for (const [body, words] of [
    [{}, /public_url/],
    [{ council_id, number: '1' }, /surname/],
    [{ council_id: 'acct_0000000000000000000000', number: '1', surname: 'x' }, /council_id/],
    [{ council_id: 'x', number: '1', surname: 'x' }, /council_id/],
    [{ council_id, number: '1\n2', surname: 'x' }, /number/],
    [{ council_id, number: '1', surname: ' ' }, /surname/],
    [{ public_url: 'https://example.com' }, /public_url/],
    [{ public_url: 7 }, /public_url/],
  ] as const)
    expectRefusal(await council.call('POST', '/watches', body), 422, 'validation_failed', words);
});
