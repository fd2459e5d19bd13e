import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileForm } from '../../../harness/multipart.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

test.for(['application/json', 'multipart/mixed; boundary=b', 'multipart/form-datax', ''])(
  'Content-Type "%s" is told where it belongs, and costs only the call',
  async (type) => {
    const before = await takeStock(sello, caller);
    const { status, body } = await sello.call('POST', `${API}/certificates/upload`, {
      key: caller.key,
      payload: fileForm('x').payload,
      headers: { 'content-type': type },
    });
    expect(status).toBe(415);
    expect(body).toEqual({
      error: 'unsupported_media_type',
      message: expect.stringMatching(/multipart\/form-data.*JSON goes to POST/),
    });
    expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
  },
);
