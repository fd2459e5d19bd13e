import { fileForm } from '../../../harness/multipart.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test.for(['application/json', 'multipart/mixed; boundary=b', 'multipart/form-datax', ''])(
  'Content-Type "%s" is refused, the message names the right address, and only the call is counted',
  async (type, { sello, client }) => {
    const before = await takeStock(sello, client);
    const { status, body } = await sello.call('POST', `${API}/certificates/upload`, {
      key: client.key,
      payload: fileForm('x').payload,
      headers: { 'content-type': type },
    });
    expect(status).toBe(415);
    expect(body).toEqual({
      error: 'unsupported_media_type',
      message: expect.stringMatching(/multipart\/form-data.*JSON goes to POST/),
    });
    expect(await takeStock(sello, client)).toEqual(afterOneCall(before));
  },
);
