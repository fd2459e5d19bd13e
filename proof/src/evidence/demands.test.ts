import { describe, expect, test } from 'vitest';
import { forgeProvider } from '../../../tests/harness/forged-provider.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import { stampIntoLog } from '../../../tests/harness/renewed-token.ts';
import { makeBitcoinAnchor, makeSample, sha256 } from '../../../tests/harness/sample-proof.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import type { BlockchainProof, EthereumAnchor } from '../anchors/blockchain-proof.ts';
import { encodeProofXml } from '../anchors/proof-xml.ts';
import { encodeHex, encodeUtf8 } from '../encoding/bytes.ts';
import { acr2SeProfile } from '../timestamps/nom151.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { writeBundle } from './bundle.ts';
import type { Demand } from './demands.ts';
import { verifyEvidence } from './evidence.ts';
import type { EvidenceVerdict, VerdictWord } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';

const FILE = sha256(encodeUtf8('hola\n'));
const authority = await createTestAuthority('ecdsa-p256-sha256');
const stranger = await createTestAuthority('ecdsa-p256-sha256');
const tsr = await authority.stamp(FILE);
const tokenSha256 = sha256(decodeTimestampResponse(tsr).token!.der);
const document = { fileSha256: FILE, tokenSha256 };

const anchored = await makeSample({ document });
const bitcoin = await makeSample({ document, anchors: (log) => [makeBitcoinAnchor(log)] });
const pending = await makeSample({ document, status: 'pending', anchors: () => [] });
const [anchor] = anchored.proof.anchors as [EthereumAnchor];
const unshown: BlockchainProof = {
  ...anchored.proof,
  anchors: [{ ...anchor, inclusion: { type: 'none', reason: 'QBFT' } }],
};
const headerless: BlockchainProof = {
  ...bitcoin.proof,
  anchors: bitcoin.proof.anchors.map((each) => ({ ...each, header: undefined })),
};
const BLOCKS = [anchor, ...bitcoin.proof.anchors].map(({ block }) => ({ hash: block.hash }));
const xml = encodeProofXml(anchored.proof);

const ORIGINSTAMP = readVector('blockchain-xml/originstamp-bitcoin-68f5f784.xml');
const ORIGINSTAMP_FILE = Uint8Array.from(
  Buffer.from('68f5f784c76a6caaa236acfa7ec68fc7efa046a28dc82e8cd6acd5b0a04d80cd', 'hex'),
);

const bundle = (content: { xml?: Uint8Array }) =>
  writeBundle(nodeEngine, {
    claims: {
      certificate_id: 'cert_sample',
      title: 'Contrato',
      file: { name: 'hola.txt', size: 5, sha256: encodeHex(FILE) },
      psc: 'Provider',
      qr_verification_url: 'https://sello.example/v/abc',
    },
    tsr,
    chain: [authority.signerDer, authority.rootDer],
    ...content,
  });

type Kind = {
  evidence: Evidence;
  /** The demands with which this kind of evidence can be compared. */
  answers: readonly Demand[];
  /** Which of these demands confirm the evidence if they are given and met. */
  confirmedBy: readonly Demand[];
  /** Demands that the evidence can only fail, because it has no block or is not shown to be in one. */
  cannot?: readonly Demand[];
};

const ALL: readonly Demand[] = ['document', 'root', 'log_key', 'trusted_block'];
const CHAIN: readonly Demand[] = ['document', 'log_key', 'trusted_block'];

const KINDS: Readonly<Record<string, Kind>> = {
  'a time stamp': { evidence: { tsr }, answers: ['document', 'root'], confirmedBy: ['root'] },
  'a blockchain proof': { evidence: { xml }, answers: CHAIN, confirmedBy: ['log_key', 'trusted_block'] },
  'a proof in Bitcoin': {
    evidence: { xml: encodeProofXml(bitcoin.proof) },
    answers: CHAIN,
    confirmedBy: ['log_key', 'trusted_block'],
  },
  'a pending proof': {
    evidence: { xml: encodeProofXml(pending.proof) },
    answers: CHAIN,
    confirmedBy: [],
    cannot: ['trusted_block'],
  },
  'a proof that ends at the transaction': {
    evidence: { xml: encodeProofXml(unshown) },
    answers: CHAIN,
    confirmedBy: ['log_key'],
    cannot: ['trusted_block'],
  },
  'a proof in Bitcoin without header': {
    evidence: { xml: encodeProofXml(headerless) },
    answers: CHAIN,
    confirmedBy: ['log_key'],
    cannot: ['trusted_block'],
  },
  'an OriginStamp file': { evidence: { xml: ORIGINSTAMP }, answers: ['document'], confirmedBy: [] },
  'time stamp and proof': {
    evidence: { tsr, xml },
    answers: ALL,
    confirmedBy: ['root', 'log_key', 'trusted_block'],
  },
  'a bundle without proof': {
    evidence: { bundle: await bundle({}) },
    answers: ['document', 'root'],
    confirmedBy: ['root'],
  },
  'a bundle with proof': {
    evidence: { bundle: await bundle({ xml }) },
    answers: ALL,
    confirmedBy: ['root', 'log_key', 'trusted_block'],
  },
};

/** Every set of demands. */
const SUBSETS = Array.from({ length: 2 ** ALL.length }, (_, bits) => ALL.filter((_, i) => bits & (1 << i)));

const fileOf = ({ evidence }: Kind) => (evidence.xml === ORIGINSTAMP ? ORIGINSTAMP_FILE : FILE);

async function judge(
  kind: Kind,
  right: readonly Demand[],
  wrong: readonly Demand[] = [],
): Promise<EvidenceVerdict> {
  const has = (demand: Demand) => right.includes(demand) || wrong.includes(demand);
  const value = <T>(demand: Demand, good: T, bad: T) => (wrong.includes(demand) ? bad : good);
  const root: TrustProfile = { ...value('root', authority, stranger).profile, from: 'demanded' };
  return await verifyEvidence(
    nodeEngine,
    {
      ...kind.evidence,
      ...(has('document') && { digest: async () => value('document', fileOf(kind), new Uint8Array(32)) }),
      ...(has('log_key') && { logKeys: [value('log_key', anchored.vkey, OTHER_KEY)] }),
      ...(has('trusted_block') && {
        trustedBlocks: value('trusted_block', BLOCKS, [{ hash: new Uint8Array(32) }]),
      }),
    },
    [acr2SeProfile(), ...(has('root') ? [root] : [])],
  );
}

const OTHER_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';

describe.each(Object.entries(KINDS))('P51 %s', (_, kind) => {
  const { answers, confirmedBy, cannot = [] } = kind;

  test.each(SUBSETS.map((demands) => [demands]))('with the demands %j', async (demands) => {
    const isUnmet = demands.some((demand) => !answers.includes(demand) || cannot.includes(demand));
    const isConfirmed = demands.some((demand) => confirmedBy.includes(demand));
    const expected: VerdictWord = isUnmet ? 'invalid' : isConfirmed ? 'valid' : 'unconfirmed';
    const verdict = await judge(kind, demands);
    const hint = JSON.stringify(verdict.checks.filter(({ outcome }) => outcome === 'fail'));
    expect(verdict.verdict, hint).toBe(expected);
    expect(verdict.confirmed_by.length > 0).toBe(expected === 'valid');
    // Each demand that nothing could answer is named.
    expect(verdict.checks.filter(({ name }) => name.startsWith('demand.')).map(({ name }) => name)).toEqual(
      demands.filter((demand) => !answers.includes(demand)).map((demand) => `demand.${demand}`),
    );
  });

  test.each(ALL)('is invalid if the %s is a different one, whatever else is confirmed', async (wrong) => {
    for (const right of SUBSETS.filter((demands) => !demands.includes(wrong))) {
      const { verdict, confirmed_by } = await judge(kind, right, [wrong]);
      expect([verdict, confirmed_by], String(right)).toEqual(['invalid', []]);
    }
  });
});

describe('what came with the evidence confirms nothing', () => {
  test('neither the root in a bundle nor a root served beside it', async () => {
    const own: TrustProfile = { ...authority.profile, from: 'evidence' };
    const verdict = await verifyEvidence(nodeEngine, { tsr }, [acr2SeProfile(), own]);
    expect(verdict).toMatchObject({ verdict: 'unconfirmed', accredited: false, confirmed_by: [] });
    expect(verdict.checks).toContainEqual(
      expect.objectContaining({ name: 'timestamp.chain', outcome: 'unconfirmed' }),
    );
    expect(verdict.timestamp?.trusted_by).toBeUndefined();
  });

  test('nor a key of the log from the same server, which still must have signed', async () => {
    expect(await verifyEvidence(nodeEngine, { xml, servedLogKeys: [anchored.vkey] }, [])).toMatchObject({
      verdict: 'unconfirmed',
      blockchain: { log: { signed: false } },
    });
    expect((await verifyEvidence(nodeEngine, { xml, servedLogKeys: [OTHER_KEY] }, [])).verdict).toBe(
      'invalid',
    );
  });
});

describe('P110 a demanded log key is met only by a checkpoint that covers the token', async () => {
  const provider = await forgeProvider({ name: 'Kept' });
  const at = new Date('2026-03-01T12:00:00Z');
  const kept = await stampIntoLog(provider, at);
  const lasting = {
    renewals: [await kept.renew(provider, new Date('2026-03-02T12:00:00Z'))],
    revocation: undefined,
  };
  const judgeKept = (evidence: Evidence) =>
    verifyEvidence(nodeEngine, { lasting, logKeys: [kept.logKey], ...evidence }, [provider.profile]);

  test('with the entry of the token in it', async () => {
    expect((await judgeKept({ tsr: kept.tsr })).verdict).toBe('valid');
  });

  test('not with a token whose entry cannot be computed', async () => {
    // The leaf contains a SHA-256, and here nobody gave the file from which it could be computed.
    const sha384 = await nodeEngine.digest('SHA-384', encodeUtf8('hola'));
    const longer = await stampIntoLog(provider, at, { stamped: { digest: sha384, algorithm: 'SHA-384' } });
    const renewals = [await longer.renew(provider, new Date('2026-03-02T12:00:00Z'))];
    const around = {
      tsr: longer.tsr,
      lasting: { renewals, revocation: undefined },
      logKeys: [longer.logKey],
    };
    const verdict = await judgeKept(around);
    expect(verdict.verdict).toBe('invalid');
    expect(verdict.checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name)).toEqual([
      'demand.log_key',
    ]);
    const document = { 'SHA-256': longer.digest, 'SHA-384': sha384 } as Record<string, Uint8Array>;
    expect((await judgeKept({ ...around, digest: async (wanted) => document[wanted] })).verdict).toBe(
      'valid',
    );
  });

  test('not with a stamp of an untrusted authority, for which kept evidence is not considered', async () => {
    const verdict = await verifyEvidence(nodeEngine, { tsr: kept.tsr, lasting, logKeys: [kept.logKey] }, []);
    expect(verdict.verdict).toBe('invalid');
  });
});

describe('proofs side by side', () => {
  test('must be about one document, even if the document was not given', async () => {
    const other = await authority.stamp(sha256(encodeUtf8('adiós\n')));
    const otherToken = sha256(decodeTimestampResponse(other).token!.der);
    const crossed = await makeSample({ document: { fileSha256: FILE, tokenSha256: otherToken } });
    const verdict = await verifyEvidence(nodeEngine, { tsr: other, xml: encodeProofXml(crossed.proof) }, [
      authority.profile,
    ]);
    expect(verdict.verdict).toBe('invalid');
    expect(verdict.checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name)).toEqual([
      'blockchain.same_document',
    ]);
  });

  test('a proof given with a bundle that contains another proof is not ignored', async () => {
    const evidence = { bundle: await bundle({ xml }), xml: encodeProofXml(bitcoin.proof) };
    const verdict = await verifyEvidence(nodeEngine, evidence, [authority.profile]);
    expect(verdict.verdict).toBe('invalid');
    expect(verdict.checks).toContainEqual(expect.objectContaining({ name: 'bundle.xml', outcome: 'fail' }));
    expect(
      (await verifyEvidence(nodeEngine, { bundle: await bundle({}), xml }, [authority.profile])).verdict,
    ).toBe('valid');
  });

  test('a block earlier than the stamp makes both invalid', async () => {
    const late = await authority.stamp(FILE, { genTime: new Date('2027-03-01T12:00:00Z') });
    const lateToken = sha256(decodeTimestampResponse(late).token!.der);
    const { proof } = await makeSample({ document: { fileSha256: FILE, tokenSha256: lateToken } });
    const verdict = await verifyEvidence(nodeEngine, { tsr: late, xml: encodeProofXml(proof) }, [
      authority.profile,
    ]);
    expect(verdict.verdict).toBe('invalid');
    expect(verdict.checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name)).toEqual([
      'blockchain.anchor 1.time_order',
    ]);
  });
});

describe('an authority that the verifier does not know', () => {
  test('is unconfirmed, and no contradiction', async () => {
    const verdict = await verifyEvidence(nodeEngine, { tsr }, [acr2SeProfile()]);
    expect(verdict).toMatchObject({ verdict: 'unconfirmed', accredited: false });
    expect(verdict.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  });

  test('that carries the name of a trusted root, and was not issued by it, is an impostor', async () => {
    // Both test authorities have the same name and different keys.
    expect((await verifyEvidence(nodeEngine, { tsr }, [stranger.profile])).verdict).toBe('invalid');
  });
});

test('a tolerated quirk is neither a pass nor a failure', async () => {
  const verdict = await verifyEvidence(nodeEngine, { tsr: readVector('nom151/advantage-2018-07-18.tsr') }, [
    acr2SeProfile(),
  ]);
  expect(verdict).toMatchObject({ verdict: 'valid', accredited: true, confirmed_by: ['root'] });
  const tolerated = verdict.checks.filter(({ outcome }) => outcome === 'tolerated').map(({ name }) => name);
  expect(tolerated).toEqual([
    'timestamp.structure',
    'timestamp.time_syntax',
    'timestamp.ess_certificate',
    'timestamp.certificate_profile',
  ]);
});

test('no evidence is invalid', async () => {
  expect((await verifyEvidence(nodeEngine, {}, [acr2SeProfile()])).verdict).toBe('invalid');
});
