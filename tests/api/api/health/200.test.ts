import { expect, testAlone as test } from '../../../harness/world.ts';

test.for(['/healthz', '/readyz'])(
  '%s answers ok to GET and HEAD, and reveals no internals',
  async (url, { sello }) => {
    const { status, body, headers } = await sello.call('GET', url);
    expect([status, body]).toEqual([200, { status: 'ok' }]);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    const head = await sello.call('HEAD', url);
    expect([head.status, head.text]).toEqual([200, '']);
  },
);
