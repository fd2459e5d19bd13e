import { describe, expect, test } from 'vitest';
import {
  authorityExtensions,
  extension,
  forgeCertificate,
  newEcKeys,
  unitExtensions,
} from '../../../tests/harness/forge.ts';
import {
  type CrlOrder,
  crlPoints,
  forgeCrl,
  forgeOcsp,
  issuingPoint,
  type OcspOrder,
  ocspAccess,
  pointNamed,
  REASON,
  reasonCode,
} from '../../../tests/harness/forge-revocation.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readCertificates, readVector } from '../../../tests/harness/read-vector.ts';
import { seededRandom } from '../../../tests/harness/seeded-random.ts';
import { concatBytes, parseUtf8 } from '../encoding/bytes.ts';
import { type DerElement, encodingOf, readDer } from '../encoding/der.ts';
import { derElement, derSequence } from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { decodePem } from '../encoding/pem.ts';
import { ProofError } from '../proof-error.ts';
import { verifyCrl } from './crl.ts';
import { verifyOcspResponse } from './ocsp.ts';
import {
  freshnessProblem,
  judgeRevocation,
  type RevocationEvidence,
  type RevocationJudgement,
  reportRevocation,
} from './revocation.ts';
import { readRevocationSources } from './revocation-sources.ts';
import { decodeSigningCertificate } from './x509.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;
const later = (ms: number): Date => new Date(AT.getTime() + ms);
const root = { subject: 'Root', keys: newEcKeys() };
const issuer = decodeSigningCertificate(forgeCertificate({ ...root, extensions: authorityExtensions() }));
const unit = decodeSigningCertificate(
  forgeCertificate({
    subject: 'Unit',
    keys: newEcKeys(),
    issuer: root,
    serial: 0x8003n,
    notAfter: new Date('2030-01-01T00:00:00Z'),
    extensions: [
      ...unitExtensions(),
      crlPoints('ldap://directory.example/cn=Root', 'http://crl.example/root.crl'),
      ocspAccess('http://ocsp.example:8082/'),
    ],
  }),
);

const list = async (part: Partial<CrlOrder> = {}): Promise<RevocationEvidence> => ({
  crl: await verifyCrl(nodeEngine, forgeCrl({ issuer: root, thisUpdate: later(-HOUR_MS), ...part }), issuer),
});
const listed = (at: Date, reason?: number): Promise<RevocationEvidence> =>
  list({
    entries: [{ serial: 0x8003n, at, extensions: reason === undefined ? [] : [reasonCode(reason)] }],
  });
const answer = async (part: Partial<OcspOrder> = {}): Promise<RevocationEvidence> => ({
  ocsp: await verifyOcspResponse(
    nodeEngine,
    forgeOcsp({ issuer: root, serial: 0x8003n, thisUpdate: AT, ...part }),
    { certificate: unit, issuer },
    AT,
  ),
});
const judge = (...evidence: RevocationEvidence[]): RevocationJudgement => judgeRevocation(unit, evidence, AT);

describe('a certificate', () => {
  test('is good if a fresh list does not name it or a responder says so', async () => {
    expect(judge(await list())).toMatchObject({ outcome: 'good', revocation: undefined });
    expect(judge(await answer())).toMatchObject({
      outcome: 'good',
      because: 'the OCSP answer of 2026-03-01T12:00:00.000Z clears "Unit"',
    });
  });

  test('is unknown without evidence, if the responder does not know it, or if the list does not cover it', async () => {
    expect(judge()).toMatchObject({ outcome: 'unknown', because: 'nothing is known about "Unit"' });
    expect(judge(await answer({ status: 'unknown' }))).toMatchObject({ outcome: 'unknown' });
    expect(judgeRevocation(issuer, [await answer()], AT)).toMatchObject({ outcome: 'unknown' });
    const part = await list({ extensions: [issuingPoint(pointNamed('http://crl.example/other.crl'))] });
    expect(judge(part)).toMatchObject({ outcome: 'unknown' });
    expect(judge(part).because).toContain('does not point to this part of the list');
  });

  test('is unknown under an expired list, and good again with a second, fresh one', async () => {
    const old = await list({ thisUpdate: later(-48 * HOUR_MS), nextUpdate: later(-1000) });
    expect(judge(old)).toMatchObject({
      outcome: 'unknown',
      because: 'the revocation list about "Unit" ran out on 2026-03-01T11:59:59.000Z',
    });
    expect(judge(old, await answer())).toMatchObject({ outcome: 'good' });
  });

  test('is unknown under a list from the future, which may have been signed in advance and leaked', async () => {
    const ahead = await list({ thisUpdate: later(HOUR_MS) });
    expect(judge(ahead)).toMatchObject({ outcome: 'unknown' });
    expect(judge(ahead).because).toContain('in the future');
    // If the same list is examined after its thisUpdate, it is evidence for a stamp of an hour before.
    expect(judgeRevocation(unit, [ahead], AT, later(2 * HOUR_MS))).toMatchObject({ outcome: 'good' });
  });

  test('is unknown under a list made after it expired, which may omit it', async () => {
    const much = new Date('2031-01-01T00:00:00Z');
    const after = await list({ thisUpdate: much });
    expect(judgeRevocation(unit, [after], AT, much)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a revocation', () => {
  test.each([
    ['no reason', undefined],
    ['superseded', REASON.superseded],
    ['keyCompromise', REASON.keyCompromise],
  ])('before the stamp invalidates it, whatever the reason: %s', async (_, reason) => {
    const revoked = judge(await listed(later(-1000), reason));
    expect(revoked).toMatchObject({ outcome: 'revoked', revocation: { at: later(-1000) } });
    expect(revoked.because).toContain('"Unit" was revoked on 2026-03-01T11:59:59.000Z');
    expect(judge(await listed(AT, reason)).outcome).toBe('revoked');
  });

  test.each(['unspecified', 'affiliationChanged', 'superseded', 'cessationOfOperation'] as const)(
    'after the stamp for %s leaves it valid, and is reported',
    async (name) => {
      for (const evidence of [
        await listed(later(1000), REASON[name]),
        await answer({ status: { revokedAt: later(1000), reason: REASON[name] } }),
      ]) {
        const judged = judge(evidence);
        expect(judged).toMatchObject({ outcome: 'good', revocation: { at: later(1000), reason: name } });
        expect(judged.because).toContain('RFC 3161 §4 (1) therefore leaves standing');
      }
    },
  );

  test.each([
    ['keyCompromise', REASON.keyCompromise],
    ['privilegeWithdrawn', REASON.privilegeWithdrawn],
    ['certificateHold', REASON.certificateHold],
    ['no reason', undefined],
  ])('after the stamp for %s invalidates it', async (_, reason) => {
    const judged = judge(await listed(later(1000), reason));
    expect(judged.outcome).toBe('revoked');
    expect(judged.because).toContain('undoes earlier stamps too');
  });

  test('outweighs any amount of evidence to the contrary', async () => {
    const revoked = await answer({ status: { revokedAt: later(-1000), reason: REASON.superseded } });
    expect(judge(await list(), revoked, await answer())).toMatchObject({ outcome: 'revoked' });
    const lately = await listed(later(1000), REASON.superseded);
    expect(judge(await answer(), lately)).toMatchObject({
      outcome: 'good',
      revocation: { reason: 'superseded' },
    });
    const twice = await list({
      entries: [
        { serial: 0x8003n, at: later(1000), extensions: [reasonCode(REASON.superseded)] },
        { serial: 0x8003n, at: later(2000), extensions: [reasonCode(REASON.keyCompromise)] },
      ],
    });
    expect(judge(twice)).toMatchObject({ outcome: 'revoked', revocation: { reason: 'keyCompromise' } });
  });

  test('is final, so an expired list may show it; a hold is not', async () => {
    const old = { thisUpdate: later(-48 * HOUR_MS), nextUpdate: later(-1000) };
    const entry = { serial: 0x8003n, at: later(-50 * HOUR_MS) };
    expect(judge(await list({ ...old, entries: [entry] })).outcome).toBe('revoked');
    const hold = { ...entry, extensions: [reasonCode(REASON.certificateHold)] };
    expect(judge(await list({ ...old, entries: [hold] })).outcome).toBe('unknown');
    expect(judge(await list({ entries: [hold] })).outcome).toBe('revoked');
  });
});

test('evidence without nextUpdate is valid only within the clock tolerance', () => {
  const dates = { thisUpdate: later(-4 * 60_000), nextUpdate: undefined };
  expect(freshnessProblem(dates, AT)).toBeUndefined();
  expect(freshnessProblem(dates, later(2 * 60_000))).toContain('does not say how long it holds');
  expect(freshnessProblem({ thisUpdate: later(4 * 60_000), nextUpdate: undefined }, AT)).toBeUndefined();
  expect(freshnessProblem({ thisUpdate: later(6 * 60_000), nextUpdate: undefined }, AT)).toContain(
    'in the future',
  );
});

describe('the report on a chain', () => {
  const good: RevocationJudgement = { outcome: 'good', because: 'a', revocation: undefined };
  const unknown: RevocationJudgement = { outcome: 'unknown', because: 'b', revocation: undefined };
  const revoked: RevocationJudgement = {
    outcome: 'revoked',
    because: 'c',
    revocation: { at: AT, reason: undefined },
  };
  test('is as bad as its worst certificate and is one check', () => {
    expect(reportRevocation([good, good])).toEqual({
      outcome: 'good',
      because: 'a; a',
      revocation: undefined,
      check: { name: 'revocation', outcome: 'pass', because: 'a; a' },
    });
    expect(reportRevocation([good, unknown])).toMatchObject({
      outcome: 'unknown',
      check: { outcome: 'skipped' },
    });
    expect(reportRevocation([unknown, revoked, good])).toMatchObject({
      outcome: 'revoked',
      because: 'c',
      revocation: { at: AT },
      check: { name: 'revocation', outcome: 'fail' },
    });
  });

  test('of a signer that is itself a trusted root is good', () => {
    expect(reportRevocation([])).toMatchObject({ outcome: 'good', check: { outcome: 'pass' } });
  });
});

describe('where to ask', () => {
  test('a genuine constancia signer names the list and the responder of the Secretaría de Economía', () => {
    const [der] = decodePem('CERTIFICATE', parseUtf8(readVector('nom151/advantage-signer-cert.pem'))!);
    expect(readRevocationSources(decodeSigningCertificate(der!))).toMatchObject({
      crlUrls: ['https://www.acr2se.economia.gob.mx/economia.crl'],
      ocspUrls: ['http://ocsp.economia.gob.mx:8082/'],
    });
  });

  test('directories are ignored, and a certificate may name no source', () => {
    expect(readRevocationSources(unit)).toMatchObject({
      crlUrls: ['http://crl.example/root.crl'],
      ocspUrls: ['http://ocsp.example:8082/'],
    });
    expect(readRevocationSources(unit).crlNames).toHaveLength(2);
    expect(readRevocationSources(issuer)).toEqual({ crlUrls: [], crlNames: [], ocspUrls: [] });
    const [identrust] = readCertificates('IdenTrust_Commercial_Root_CA_1');
    expect(readRevocationSources(decodeSigningCertificate(identrust!)).crlUrls).toEqual([]);
  });

  test('a list limited to some reasons, or of another signer, is ignored', () => {
    const urlsOf = (...confinement: Uint8Array[]): readonly string[] => {
      const point = derSequence(pointNamed('http://crl.example/a'), ...confinement);
      const extensions = [extension(OID.crlDistributionPoints, false, derSequence(point))];
      const der = forgeCertificate({ subject: 'Unit', keys: root.keys, extensions });
      return readRevocationSources(decodeSigningCertificate(der)).crlUrls;
    };
    expect(urlsOf()).toEqual(['http://crl.example/a']);
    expect(urlsOf(derElement(0x81, Uint8Array.of(6, 0x40)))).toEqual([]);
    expect(urlsOf(derElement(0xa2))).toEqual([]);
  });
});

describe('mutants', () => {
  const random = seededRandom();
  const revokedCrl = forgeCrl({
    issuer: root,
    thisUpdate: later(-HOUR_MS),
    entries: [
      { serial: 1n, at: AT },
      { serial: 0x8003n, at: later(-HOUR_MS), extensions: [reasonCode(REASON.keyCompromise)] },
    ],
  });
  const revokedOcsp = forgeOcsp({
    issuer: root,
    serial: 0x8003n,
    thisUpdate: AT,
    status: { revokedAt: later(-HOUR_MS), reason: REASON.keyCompromise },
    certificates: [issuer.der],
  });
  const readers = {
    crl: async (der: Uint8Array) => ({ crl: await verifyCrl(nodeEngine, der, issuer) }),
    ocsp: async (der: Uint8Array) => ({
      ocsp: await verifyOcspResponse(nodeEngine, der, { certificate: unit, issuer }, AT),
    }),
  };

  test.each<[string, Uint8Array, (der: Uint8Array) => Promise<RevocationEvidence>]>([
    ['a list', revokedCrl, readers.crl],
    ['an answer', revokedOcsp, readers.ocsp],
  ])('of %s are refused, or say exactly what the original says', async (_, original, read) => {
    const expected = judge(await read(original));
    expect(expected.outcome).toBe('revoked');
    let refused = 0;
    for (let i = 0; i < 4000; i += 1) {
      const mutant = mutate(original, i, random.below);
      try {
        expect(judge(await read(mutant)), `seed ${random.seed}, mutant ${i}`).toEqual(expected);
      } catch (error) {
        if (!(error instanceof ProofError))
          throw new Error(`seed ${random.seed}, mutant ${i}`, { cause: error });
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(3000);
  });
});

function mutate(der: Uint8Array, kind: number, below: (limit: number) => number): Uint8Array {
  const at = below(der.length);
  const copy = new Uint8Array(der);
  const elements = allElements(readDer(der));
  const [target, other] = [elements[below(elements.length)]!, elements[below(elements.length)]!];
  const edits = [
    () => {
      copy[at]! ^= 1 << below(8);
      return copy;
    },
    () => {
      copy[at] = below(256);
      return copy;
    },
    () => der.slice(0, at),
    () => concatBytes(der.slice(0, at), der.slice(at + 1 + below(40))),
    () => concatBytes(der, new Uint8Array(1 + below(9))),
    () => replaceElement(elements[0]!, target, new Uint8Array(0)),
    () => replaceElement(elements[0]!, target, concatBytes(encodingOf(target), encodingOf(target))),
    () => replaceElement(elements[0]!, target, encodingOf(other)),
  ];
  return edits[kind % edits.length]!();
}

function allElements(element: DerElement): DerElement[] {
  return [element, ...element.children.flatMap(allElements)];
}

/** Adjusts the lengths of all elements around the replaced one. */
function replaceElement(element: DerElement, target: DerElement, by: Uint8Array): Uint8Array {
  if (element === target) return by;
  if (target.start < element.contentStart || target.end > element.end) return encodingOf(element);
  return derElement(element.tag, ...element.children.map((child) => replaceElement(child, target, by)));
}
