import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { extension, forgeCertificate, newEcKeys, unitExtensions } from '../../../tests/harness/forge.ts';
import { readCertificates, readVector } from '../../../tests/harness/read-vector.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { encodeHex, parseUtf8 } from '../encoding/bytes.ts';
import { derNull } from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { decodePem, encodePem } from '../encoding/pem.ts';
import { ACR2_SE_PEM, ACR2_SE_SHA256 } from '../timestamps/acr2-se.ts';
import { decodeSigningCertificate, KEY_USAGE, parseSigningCertificate } from './x509.ts';

describe('genuine certificates', () => {
  test('the shipped ACR2-SE is the published one, byte for byte', () => {
    const [der] = decodePem('CERTIFICATE', ACR2_SE_PEM);
    expect(createHash('sha256').update(der!).digest('hex')).toBe(ACR2_SE_SHA256);
    expect(der).toEqual(readCertificates('ACR2_SE')[0]);
    expect(decodeSigningCertificate(der!)).toMatchObject({
      serialHex: '01',
      subject: { commonName: 'Autoridad Certificadora Raiz Segunda de Secretaria de Economia' },
      notAfter: new Date('2032-02-08T00:00:00Z'),
      publicKey: { type: 'rsa', modulusBits: 4096 },
    });
  });

  test("the Advantage signer has no purposes, exponent 3, and ACR2-SE's name as its issuer", () => {
    const pem = parseUtf8(readVector('nom151/advantage-signer-cert.pem'))!;
    const signer = decodeSigningCertificate(decodePem('CERTIFICATE', pem)[0]!);
    expect(signer).toMatchObject({
      serialHex: '2c',
      extendedKeyUsage: undefined,
      unknownCriticalExtensions: [],
      publicKey: { type: 'rsa', modulusBits: 4096, exponentBits: 2 },
    });
    expect(signer.issuer.der).toEqual(
      decodeSigningCertificate(decodePem('CERTIFICATE', ACR2_SE_PEM)[0]!).subject.der,
    );
  });

  test.each([
    'ACR2_SE',
    'DigiCert_Assured_ID_Root_CA',
    'DigiCert_Trusted_Root_G4',
    'GlobalSign_Root_R3',
    'IdenTrust_Commercial_Root_CA_1',
    'T-TeleSec_GlobalRoot_Class_2',
    'advantage-pilot-test-root',
    'freetsa_cacert',
    'pscworld-test-selfsigned',
    'sigstage_chain',
    'sigstore_mock_chain',
    'trailofbits_test_tsa_chain',
  ])('%s reads as node:crypto reads it', (name) => {
    for (const der of readCertificates(name)) {
      const ours = decodeSigningCertificate(der);
      const theirs = new X509Certificate(der);
      expect(ours.serialHex.replace(/^0+/, '')).toBe(theirs.serialNumber.toLowerCase().replace(/^0+/, ''));
      expect(ours.notBefore).toEqual(theirs.validFromDate);
      expect(ours.notAfter).toEqual(theirs.validToDate);
      expect(ours.basicConstraints?.isAuthority ?? false).toBe(theirs.ca);
      expect(ours.spkiDer).toEqual(new Uint8Array(theirs.publicKey.export({ type: 'spki', format: 'der' })));
      expect(theirs.subject).toContain(`CN=${ours.subject.commonName}`.slice(0, 20));
    }
  });
});

describe('a certificate that could be read in two ways is not read', () => {
  const keys = newEcKeys();
  const good = forgeCertificate({ subject: 'Unit', keys, extensions: unitExtensions() });

  test('truncated, with bytes after it, or no certificate at all', () => {
    expect(parseSigningCertificate(good)).toBeDefined();
    expect(parseSigningCertificate(good.subarray(0, -1))).toBeUndefined();
    expect(parseSigningCertificate(Uint8Array.from([...good, 0]))).toBeUndefined();
    expect(parseSigningCertificate(derNull())).toBeUndefined();
  });

  test('an extension that appears twice', () => {
    const doubled = forgeCertificate({
      subject: 'Unit',
      keys,
      extensions: [...unitExtensions(), ...unitExtensions()],
    });
    expect(() => decodeSigningCertificate(doubled)).toThrow(`extension ${OID.keyUsage} twice`);
  });

  test('signature algorithms inside and outside that differ', () => {
    const swapped = new Uint8Array(good);
    // The last occurrence of ecdsa-with-SHA256 (…4.3.2) is the outer identifier.
    const at = Buffer.from(swapped).lastIndexOf(Buffer.from('06082a8648ce3d040302', 'hex'));
    swapped[at + 9] = 0x03;
    expect(() => decodeSigningCertificate(swapped)).toThrow('signature algorithms differ');
  });

  test('unknown critical extensions are reported, unknown others are not', () => {
    const extensions = [extension('1.2.3', true, derNull()), extension('1.2.4', false, derNull())];
    expect(decodeSigningCertificate(forgeCertificate({ subject: 'Unit', keys, extensions }))).toMatchObject({
      unknownCriticalExtensions: ['1.2.3'],
      keyUsage: undefined,
    });
  });
});

describe.each(['ecdsa-p256-sha256', 'rsa-pkcs1-sha256'] as const)(
  'the certificates of our own authority (%s)',
  (algorithm) => {
    test('root and unit say what they are for, and OpenSSL finds the chain good', async () => {
      const { rootDer, signerDer } = await createTestAuthority(algorithm);
      const [root, unit] = [decodeSigningCertificate(rootDer), decodeSigningCertificate(signerDer)];
      expect(root.basicConstraints).toEqual({ isAuthority: true, pathLength: 0 });
      expect(root.keyUsage).toEqual(new Set([KEY_USAGE.keyCertSign, KEY_USAGE.crlSign]));
      expect(unit.extendedKeyUsage).toEqual({ oids: [OID.timeStamping], critical: true });
      expect(unit.keyUsage).toEqual(new Set([KEY_USAGE.digitalSignature]));
      expect(unit.basicConstraints).toEqual({ isAuthority: false, pathLength: undefined });
      expect(unit.issuer.text).toBe(`C=MX, O=Autoridad de prueba, señor, CN=Root ${algorithm}`);
      expect(encodeHex(unit.subjectKeyId!)).toHaveLength(40);
      expect(new X509Certificate(signerDer).checkIssued(new X509Certificate(rootDer))).toBe(true);

      const folder = mkdtempSync(join(tmpdir(), 'sello-x509-'));
      try {
        writeFileSync(join(folder, 'root.pem'), encodePem('CERTIFICATE', rootDer));
        writeFileSync(join(folder, 'unit.pem'), encodePem('CERTIFICATE', signerDer));
        const checks = ['-x509_strict', '-purpose', 'timestampsign', '-attime', '1772366400'];
        const answer = execFileSync('openssl', ['verify', ...checks, '-CAfile', 'root.pem', 'unit.pem'], {
          cwd: folder,
        });
        expect(answer.toString()).toContain('unit.pem: OK');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  },
);
