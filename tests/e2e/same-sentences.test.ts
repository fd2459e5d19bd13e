/** The dashboard says of a certificate what its public page says, word for word. */

import { expect, test } from 'vitest';
import { PAGE_WORDS } from '../../server/src/proofs/public-page/text.ts';
import { TEXT } from '../../web/src/dashboard/certificates/certificate/text.ts';

test.each(['es', 'en'] as const)('in %s', (language) => {
  const { existed, because, onChain } = PAGE_WORDS[language];
  const { verdict } = TEXT[language];
  expect(verdict.existed).toEqual(existed);
  expect(verdict.because).toEqual({
    accredited: because.valid,
    own: because.ownAuthority,
    other: because.notAccredited,
    test: because.test,
  });
  expect(verdict.onChain).toMatchObject(onChain);
});
