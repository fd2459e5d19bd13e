/**
 * Checks the long-term evidence. Every stamped checkpoint must be one that the log signed, and its stamp must verify.
 * Every revocation answer must be signed by the issuer of the certificate for which it is kept, and must say what its
 * row says.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  acr2SeProfile,
  equalBytes,
  judgeRevocation,
  type KeptAnswer,
  parseSigningCertificate,
  type SigningCertificate,
  sortAnswers,
  verifyTimestamp,
} from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import { parseId } from '../../kernel/ids.ts';
import { chainDigest } from '../signing-chain-digest.ts';
import {
  readCheckpointStamps,
  readKeptRevocation,
  readUnusedAnswers,
  type StoredCheckpointStamp,
  type StoredLookup,
} from './pg-read-lasting.ts';

type Needs = { crypto: CryptoEngine };

export const checkLasting: Check<Needs> = {
  name: 'timestamps: stamped checkpoints and revocation answers',
  async *find({ snapshot, crypto, now }) {
    for await (const batch of readCheckpointStamps(snapshot)) {
      for (const stamp of batch) {
        const because = await stampFault(crypto, stamp);
        if (because !== undefined)
          yield problem('checkpoint_stamp', stamp.where, `The stamp over this checkpoint ${because}.`);
      }
    }
    for await (const batch of readKeptRevocation(snapshot)) {
      for (const lookup of batch) {
        const because = await lookupFault(crypto, now(), lookup);
        if (because !== undefined)
          yield problem('kept_revocation', lookup.where, `This revocation answer ${because}.`);
      }
    }
    for await (const batch of readUnusedAnswers(snapshot)) {
      for (const { where } of batch)
        yield problem('kept_revocation', where, 'This revocation answer is kept for no certificate.');
    }
  },
};

async function stampFault(
  crypto: CryptoEngine,
  { note, signedNote, orderId, tsr, chainSha256, chain }: StoredCheckpointStamp,
): Promise<string | undefined> {
  if (signedNote !== note) return 'is over a note that the log did not sign for this size';
  if (parseId('cst', orderId) === undefined) return 'was ordered under an id that this service does not use';
  if (tsr === undefined) return undefined;
  const root = chain.at(-1);
  const roots = root === undefined || parseSigningCertificate(root) === undefined ? [] : [root];
  const { toleratedQuirks } = acr2SeProfile();
  const profile = { name: 'as kept', roots, policies: 'any', toleratedQuirks, accredited: false } as const;
  const value = await crypto.digest('SHA-256', Buffer.from(note));
  const expected = { digest: { algorithm: 'SHA-256', value } } as const;
  const verdict = await verifyTimestamp(crypto, tsr, expected, [profile], { certificates: chain });
  if (verdict.verdict !== 'trusted') {
    const failed = verdict.checks.filter(({ outcome }) => outcome === 'fail');
    return `does not verify: ${failed.map(({ name, because }) => `${name} (${because})`).join('; ')}`;
  }
  const isSameChain =
    verdict.chain.length === chain.length &&
    verdict.chain.every(({ der }, i) => equalBytes(der, chain[i] ?? new Uint8Array(0)));
  const isNamed = chainSha256 !== undefined && equalBytes(chainDigest(chain), chainSha256);
  return isSameChain && isNamed ? undefined : 'has signing certificates that are not its own';
}

async function lookupFault(
  crypto: CryptoEngine,
  now: Date,
  { chainSha256, chain, position, kind, answerKind, der, thisUpdateMicros, outcome }: StoredLookup,
): Promise<string | undefined> {
  if (!equalBytes(chainDigest(chain), chainSha256))
    return 'is kept for a chain that is not there, or was changed';
  const certificates = chain.flatMap((one) => parseSigningCertificate(one) ?? []);
  const certificate = certificates[position];
  const issuer = certificates[position + 1];
  if (certificate === undefined || issuer === undefined) return 'is about no certificate of its chain';
  if (kind !== answerKind) return 'is of another kind than its row says';
  const answer: KeptAnswer = { kind: kind === 'ocsp' ? 'ocsp' : 'crl', der };
  const said = await readAnswer(crypto, answer, certificate, issuer);
  if (said === undefined) return 'is not signed by the issuer of the certificate that it is kept for';
  const { thisUpdate } = 'crl' in said ? said.crl : said.ocsp;
  if (thisUpdate.getTime() * 1000 !== thisUpdateMicros) return 'has another date than its row says';
  const judged = judgeRevocation(certificate, [said], thisUpdate, now);
  return judged.outcome === outcome ? undefined : 'says something else than its row';
}

async function readAnswer(
  crypto: CryptoEngine,
  answer: KeptAnswer,
  certificate: SigningCertificate,
  issuer: SigningCertificate,
) {
  const { about } = await sortAnswers(crypto, [answer], [[certificate, issuer]]);
  return about(certificate)[0];
}
