import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { nodeCryptoEngine } from '../../server/src/kernel/crypto-node.ts';
import type { CertificateId } from '../../server/src/kernel/ids.ts';
import type { Sha256Hex } from '../../server/src/kernel/sha256.ts';
import { connectProvider, embeddedProvider } from '../../server/src/timestamps/open-providers.ts';
import { openFaultyPsc } from '../harness/faulty-psc.ts';
import { openTestSello } from '../harness/test-sello.ts';
import { describeTimestampProvider, type ProviderUnderTest } from './timestamp-provider.contract.ts';

const CERTIFICATE = 'cert_0000000000000000000000' as CertificateId;
const DIGEST = 'ab'.repeat(32) as Sha256Hex;

describeTimestampProvider('the embedded authority in the process', async () => {
  const sello = await openTestSello();
  return { provider: sello.ports.timestamps.test, sent: () => undefined, close: () => sello.close() };
});

describeTimestampProvider('the embedded authority over HTTP', async () => {
  const sello = await openTestSello();
  const { authority } = sello.world;
  const provider = await connectProvider(
    { now: () => new Date(), randomBytes, crypto: nodeCryptoEngine },
    embeddedProvider(`${await sello.listen()}/tsa`, authority.rootDer),
  );
  return {
    provider,
    sent: () => undefined,
    async close() {
      await provider.close();
      await sello.close();
    },
  };
});

describeTimestampProvider('a configured RFC 3161 provider', openConfigured);

async function openConfigured(): Promise<ProviderUnderTest> {
  const psc = await openFaultyPsc();
  const sello = await openTestSello(psc.env);
  return {
    provider: sello.ports.timestamps.live,
    sent: () => psc.queries,
    async close() {
      await sello.close();
      await psc.close();
    },
  };
}

test('a failing provider rejects with its own code, and is asked again next time', async () => {
  const psc = await openFaultyPsc(500);
  const sello = await openTestSello(psc.env);
  const { live } = sello.ports.timestamps;
  psc.behave('wrong nonce');
  await expect(live.stamp(DIGEST, CERTIFICATE)).rejects.toMatchObject({ code: 'psc_error' });
  psc.behave('silence');
  await expect(live.stamp(DIGEST, CERTIFICATE)).rejects.toMatchObject({ code: 'psc_timeout' });
  await psc.refuse();
  await expect(live.stamp(DIGEST, CERTIFICATE)).rejects.toMatchObject({ code: 'psc_unavailable' });
  await psc.listen();
  psc.behave('honest');
  expect((await live.stamp(DIGEST, CERTIFICATE)).facts.psc).toBe('Faulty PSC');
  await sello.close();
  await psc.close();
});
