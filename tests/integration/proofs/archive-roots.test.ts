/**
 * The roots in an archive of evidence, with which the archive can be judged even when its first algorithm is broken.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareCertificate } from '../../../server/src/proofs/export-account-evidence/put-certificate.ts';
import { type LastingSello, openLastingSello } from '../../harness/lasting-sello.ts';

let world: LastingSello;
beforeAll(async () => {
  world = await openLastingSello();
});
afterAll(() => world.close());

test('the archive includes the root of the stamp that renews a certificate', async () => {
  const { sello, caller, provider } = world;
  const id = await world.certify('for later years');
  const prepared = async () => {
    const { accountId, livemode } = { accountId: caller.account.id, livemode: true };
    const read = sello.ports.certificates.withToken(id as never);
    const found = await sello.ports.access.read(accountId, livemode, read);
    if (found === undefined) throw new Error('no certificate');
    const site = { ...sello.config, identity: sello.identity };
    return prepareCertificate(sello.ports, site, { accountId, ...found });
  };
  const root = Buffer.from(provider.rootDer);
  const plain = (roots: readonly Uint8Array[]) => roots.map((der) => Buffer.from(der));
  expect(plain((await prepared()).roots)).toEqual([root]);
  await world.stamp();
  // One root is that of the certificate's own stamp, the other that of the checkpoint's stamp.
  expect(plain((await prepared()).roots)).toEqual([root, root]);
});
