import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  API,
  openTestSello,
  type TestAccount,
  type TestAnswer,
  type TestSello,
} from '../harness/test-sello.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

const CONTENT = 'El contrato, palabra por palabra.\n';

describe.for(['p256', 'p384', 'rsa2048', 'rsa3072'])(
  'tokens of the embedded authority with a key of kind %s',
  (kind) => {
    let sello: TestSello;
    let caller: TestAccount;
    let bench: Workbench;
    let proof: TestAnswer['body'];
    beforeAll(async () => {
      sello = await openTestSello({ SELLO_TSA_KEY: kind });
      caller = await sello.newAccount();
      bench = await openWorkbench();
      const { id } = await sello.certify(caller.key, CONTENT);
      const url = `${API}/certificates/${id}/proof?type=nom151`;
      proof = (await sello.call('GET', url, { key: caller.key })).body.proof;
      const raw = await sello.call('GET', `${url}&format=raw`, { key: caller.key });
      await bench.write('raw.tsr', raw.bytes);
      await bench.write('proof.tsr', Buffer.from(proof.tsr_base64, 'base64'));
      await bench.write('chain.pem', proof.chain_pem);
      await bench.write('file', CONTENT);
      await bench.write('tampered', CONTENT.replace('palabra por', 'palabra tras'));
    });
    afterAll(async () => {
      await bench.close();
      await sello.close();
    });

    const verify = (tsr: string, ...what: string[]) =>
      bench.openssl('ts', '-verify', '-in', tsr, '-CAfile', 'chain.pem', ...what);

    test('P10 openssl verifies them against the file, with the chain of the proof and nothing else', async () => {
      for (const tsr of ['proof.tsr', 'raw.tsr']) {
        const { code, output } = await verify(tsr, '-data', 'file');
        expect([code, output]).toEqual([0, expect.stringContaining('Verification: OK')]);
      }
    });

    test('P10 openssl verifies them against the digest in the record', async () => {
      expect((await verify('proof.tsr', '-digest', proof.token.hash)).code).toBe(0);
    });

    test('P10 openssl refuses them for a changed file, and without the root', async () => {
      const tampered = await verify('proof.tsr', '-data', 'tampered');
      expect([tampered.code, tampered.output]).toEqual([1, expect.stringContaining('FAILED')]);
      const signerAlone = proof.chain_pem.slice(0, proof.chain_pem.indexOf('-----END CERTIFICATE-----') + 26);
      await bench.write('signer.pem', signerAlone);
      const rootless = await bench.openssl(
        'ts',
        '-verify',
        '-in',
        'proof.tsr',
        '-CAfile',
        'signer.pem',
        '-data',
        'file',
      );
      expect(rootless.code).toBe(1);
    });

    test('P10 openssl reads the same facts in them as the proof states', async () => {
      const { output } = await bench.openssl('ts', '-reply', '-in', 'proof.tsr', '-text');
      expect(output).toContain('Status: Granted.');
      expect(output).toContain(`Policy OID: ${proof.token.policy_oid}`);
      expect(output).toContain('Hash Algorithm: sha256');
      const [, serial] = /Serial number: 0x([0-9A-F]+)/.exec(output) ?? [];
      expect(BigInt(`0x${serial}`)).toBe(BigInt(`0x${proof.token.serial}`));
      const [, nonce] = /Nonce: 0x([0-9A-F]+)/.exec(output) ?? [];
      expect(BigInt(`0x${nonce}`)).toBe(BigInt(`0x${proof.token.nonce}`));
    });

    test('P10 openssl builds the chain of the signing certificate for the purpose of time stamping', async () => {
      const certificates = proof.chain_pem.match(/-----BEGIN.+?-----END CERTIFICATE-----\n/gs);
      await bench.write('unit.pem', certificates[0]);
      await bench.write('root.pem', certificates.at(-1));
      const { code, output } = await bench.openssl(
        'verify',
        '-x509_strict',
        '-purpose',
        'timestampsign',
        '-CAfile',
        'root.pem',
        'unit.pem',
      );
      expect([code, output]).toEqual([0, expect.stringContaining('OK')]);
    });
  },
);
