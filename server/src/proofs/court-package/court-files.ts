/** The files of a court package without the original: evidence, acta and the list of fingerprints. */

import { createHash, X509Certificate } from 'node:crypto';
import { type BundleContent, bundleFiles, readFacts } from '@sello/proof';
import { type Certificate, statusOf, verificationUrl } from '../../certificates/certificate.ts';
import type { Site } from '../../http/site.ts';
import type { Holder } from '../../kernel/shares/shared.ts';
import { EMBEDDED_NAME } from '../../timestamps/authority/authority.ts';
import type { IssuerStatementStore } from '../../timestamps/statements/ports.ts';
import type { ProofSubject } from '../blockchain-proof.ts';
import type { ConstanciaWriter } from '../constancia/ports.ts';
import { type BundlePorts, type BundleSite, bundleContent } from '../evidence-bundle/bundle-content.ts';
import type { SmallFile } from '../zip-with-original.ts';
import type { Acta } from './acta.ts';
import { actaPage } from './acta-page.ts';
import { actaText } from './acta-text.ts';
import { addOriginal, composeActa } from './compose-acta.ts';
import { type ChainFacts, type CourtFacts, EVIDENCE_FOLDER, ORIGINAL_FOLDER, REMINDER } from './facts.ts';

export type CourtPorts = BundlePorts & {
  constancias: ConstanciaWriter;
  issuerStatements: Pick<IssuerStatementStore, 'at'>;
};

export type CourtSite = Site & BundleSite;

type CourtFiles = {
  /** Where the original must be copied to. */
  originalPath: string;
  files: readonly SmallFile[];
  /** The SHA-256 of the list of fingerprints, which covers everything in the package. */
  digest: string;
};

type Asked = {
  /** Whether the package includes the original. */
  withOriginal: boolean;
  /** The name of the account; given only to its own people and keys. */
  applicant: string | undefined;
  /** The account or network whose rendering limit this counts against. */
  holder: Holder;
};

export async function courtFiles(
  ports: CourtPorts,
  site: CourtSite,
  subject: ProofSubject,
  { withOriginal, applicant, holder }: Asked,
): Promise<CourtFiles> {
  const { certificate } = subject;
  const content = await bundleContent(ports, site, subject);
  const evidence = await bundleFiles(ports.crypto, content);
  const path = originalPath(certificate);
  const { isAdopted, livemode, timestamp } = certificate;
  // The operator makes statements only about the service's own providers, so there is none for an adopted stamp.
  const statement = isAdopted
    ? undefined
    : await ports.issuerStatements.at(timestamp.psc, new Date(certificate.createdAt));
  const acta = composeActa({
    serviceName: site.serviceName,
    verificationUrl: verificationUrl(site.baseUrl, certificate),
    certificate,
    applicant,
    original: { path, isIncluded: withOriginal },
    statement,
    isOwnAuthority: !isAdopted && (!livemode || timestamp.psc === EMBEDDED_NAME),
    evidence: new Set(evidence.keys()),
    ...stampFacts(subject, content),
  });
  const verifier = content.verifier;
  const files: SmallFile[] = [
    ...(await actaFiles(ports, acta, holder)),
    ...(withOriginal ? [] : [reminder(path)]),
    ...Array.from(evidence, ([name, bytes]) => ({
      name: EVIDENCE_FOLDER + name,
      content: bytes,
      ...(name === 'verify.html' && verifier && { packed: verifier }),
    })),
  ];
  const sums = sumsOf(files, { path, sha256: certificate.file.sha256 });
  return {
    originalPath: path,
    files: [...files, { name: 'SHA256SUMS', content: sums }],
    digest: sha256Of(sums),
  };
}

async function actaFiles({ constancias }: CourtPorts, acta: Acta, holder: Holder): Promise<SmallFile[]> {
  return [
    { name: 'LEAME.html', content: Buffer.from(actaPage(acta)) },
    { name: 'LEAME.txt', content: Buffer.from(actaText(acta)) },
    { name: 'acta.pdf', content: await constancias.write(holder, async () => acta) },
  ];
}

/** Creates the folder for the original in the archive, and says what must be copied there. */
function reminder(path: string): SmallFile {
  const { es, en } = addOriginal(path);
  return { name: REMINDER, content: Buffer.from(`${es}\n\n${en}\n`) };
}

/**
 * The original gets a fixed name, because commands use it. Of its own name, only a simple extension is kept, so that it
 * opens with the right program.
 */
function originalPath({ file }: Certificate): string {
  const [, ending] = /\.([A-Za-z0-9]{1,8})$/.exec(file.name) ?? [];
  return `${ORIGINAL_FOLDER}original${ending === undefined ? '' : `.${ending.toLowerCase()}`}`;
}

function stampFacts(
  { certificate, token }: ProofSubject,
  { xml, record }: Pick<BundleContent, 'xml' | 'record'>,
): Pick<CourtFacts, 'tsrSha256' | 'stamp' | 'chain' | 'anchor'> {
  const { anchor } = certificate;
  return {
    tsrSha256: sha256Of(token.tsr),
    stamp: readFacts(token.tsr, token.chain, xml, record),
    chain: token.chain.map(chainFacts),
    anchor:
      xml === undefined || anchor === undefined || statusOf(certificate) !== 'certified' ? undefined : anchor,
  };
}

/** Parsed by OpenSSL, so that the values look as the commands print them. */
function chainFacts(der: Uint8Array): ChainFacts {
  const read = new X509Certificate(der);
  const plain = (name: string) => name.replaceAll('\n', ', ').replaceAll('\\,', ',');
  return {
    subject: plain(read.subject),
    issuer: plain(read.issuer),
    serial: read.serialNumber,
    notBefore: new Date(read.validFrom),
    notAfter: new Date(read.validTo),
    fingerprint: read.fingerprint256,
  };
}

/** Exactly the output of `sha256sum` for these files, in the order of `LC_ALL=C sort`. */
function sumsOf(files: readonly SmallFile[], original: { path: string; sha256: string | undefined }): Buffer {
  const lines = files.map(({ name, content }) => [name, sha256Of(content)] as const);
  const { path, sha256: known } = original;
  // If nobody knows the SHA-256 of the original, the step about its longer digest compares the original instead.
  const all = known === undefined ? lines : [...lines, [path, known] as const];
  const sorted = all.sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return Buffer.from(sorted.map(([name, sha256]) => `${sha256}  ${name}\n`).join(''));
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
