import { expect, test } from 'vitest';
import { signatureHeaders } from './mifiel.ts';

test('requests are signed as Mifiel’s own client signs them', () => {
  const call = { method: 'POST' as const, path: 'api/v1/documents', mayRepeat: false };
  expect(signatureHeaders('app-id:app-ecret', call, new Date('2016-01-01T00:00:00Z'))).toEqual({
    'content-type': 'application/json',
    date: 'Fri, 01 Jan 2016 00:00:00 GMT',
    authorization: 'APIAuth app-id:53+TzSOCDKoisvIaWDFB+/+WcRk=',
  });
});
