/** A wrong `stamp` is refused with an error that names the field and how to mend it; nothing is used up. */

import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const FINGERPRINT = { sha256: 'ab'.repeat(32), file_name: 'a.pdf' };

test.for<[string, object]>([
  ['a word that is neither', { payload: { ...FINGERPRINT, stamp: 'both' } }],
  ['another case', { payload: { ...FINGERPRINT, stamp: 'Shared' } }],
  ['no text', { payload: { ...FINGERPRINT, stamp: true } }],
  [
    'sent twice',
    {
      payload: `{"sha256":"${FINGERPRINT.sha256}","file_name":"a","stamp":"own","stamp":"shared"}`,
      headers: { 'content-type': 'application/json' },
    },
  ],
  ['in a form', fileForm('x', { stamp: 'both' })],
  ['too long', fileForm('x', { stamp: 's'.repeat(5_000) })],
])('%s', async ([, call], { sello }) => {
  const caller = await sello.newAccount({ certificates: 2 });
  const before = await takeStock(sello, caller);
  const refused = await sello.call('POST', `${API}/certificates`, { key: caller.key, ...call });
  expect(expectRefusal(refused, 422, 'validation_failed')).toContain('stamp');
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
});
