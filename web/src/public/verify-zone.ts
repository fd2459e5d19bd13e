/** The area that takes files and checks them in the browser, on `/verify`, on the front page, and in `verify.html`. */

import type { SigningCertificate } from '@sello/proof';
import type { GivenFile } from './given-files.ts';
import { byId, listenForFiles, make, showScriptParts } from './page-parts.ts';
import { LANGUAGE, WORDS } from './page-words.ts';
import type { Given, Outcome } from './verify-given.ts';

type RootFile = { name: string; size: number; certificates: readonly Uint8Array[] };

const given = { files: [] as GivenFile[], rootFiles: [] as RootFile[], chosenRoots: [] as Uint8Array[] };
let running = new AbortController();

showScriptParts();
listenForFiles(byId('drop'), byId<HTMLInputElement>('files'), async (files) => {
  const { readGivenFile } = await import('./given-files.ts');
  for (const file of files) add(await readGivenFile(file));
  await refresh();
});
byId<HTMLInputElement>('root-files').addEventListener('change', ({ target }) => {
  const input = target as HTMLInputElement;
  const files = [...(input.files ?? [])];
  input.value = '';
  void takeRoots(files);
});
for (const id of ['hash', 'block', 'log-key', 'roots'])
  byId(id).addEventListener('change', () => void refresh());

/**
 * Which earlier files a new file replaces. One file of each kind is kept, and a bundle or a constancia replaces the
 * other proofs because it contains them.
 */
const REPLACES: Readonly<Record<GivenFile['kind'], readonly GivenFile['kind'][]>> = {
  certificates: [],
  document: ['document'],
  bundle: ['bundle', 'constancia', 'tsr', 'xml'],
  constancia: ['bundle', 'constancia', 'tsr', 'xml'],
  tsr: ['bundle', 'constancia', 'tsr'],
  xml: ['bundle', 'constancia', 'xml'],
  record: ['record'],
  receipt: ['receipt'],
  pdf: ['pdf', 'asic'],
  asic: ['asic', 'pdf'],
  badge: ['badge'],
  foreign: ['foreign'],
};

function add(file: GivenFile): void {
  const replaced = REPLACES[file.kind];
  given.files = [...given.files.filter(({ kind }) => !replaced.includes(kind)), file];
  given.chosenRoots = [];
}

/** Takes roots. They have a separate field, because the roots in that field are trusted. */
async function takeRoots(files: readonly File[]): Promise<void> {
  const { readGivenFile } = await import('./given-files.ts');
  for (const file of files) {
    const { name, size, ...read } = await readGivenFile(file);
    const certificates = read.kind === 'certificates' ? read.certificates : [];
    given.rootFiles = [...given.rootFiles, { name, size, certificates }];
  }
  await refresh();
}

async function refresh(): Promise<void> {
  running.abort();
  const own = new AbortController();
  running = own;
  const { hasDocument, hasProof } = await import('./verify-given.ts');
  const typed = {
    hash: typedIn('hash'),
    block: typedIn('block'),
    logKey: typedIn('log-key'),
    rootsPem: typedIn('roots'),
  };
  const all = { ...given, ...typed };
  showGiven();
  const badge = given.files.find(({ kind }) => kind === 'badge');
  if (badge?.kind === 'badge') return refreshBadge(badge.text, own);
  byId('missing').textContent = missingText(hasProof(all), hasDocument(all));
  if (hasProof(all)) {
    const pdf = given.files.find((file) => file.kind === 'pdf');
    return refreshChecks(all, own, () => noteOnCopy(pdf));
  }
  await refreshWithoutProof(all, own);
}

/** Verifies what is given. `noted` is put between the verdict and the checks. */
async function refreshChecks(
  all: Given,
  own: AbortController,
  noted: (verdict: Outcome['verdict']) => HTMLElement[] | Promise<HTMLElement[]>,
): Promise<void> {
  const { UnusableInput, verifyGiven } = await import('./verify-given.ts');
  const { checkList } = await import('./check-list.ts');
  byId('outcome').hidden = false;
  const progress = showProgress();
  try {
    const outcome = await verifyGiven(all, {
      signal: own.signal,
      onProgress: (fraction) => {
        progress.value = fraction;
      },
    });
    const shown = checkList(outcome.verdict);
    shown.splice(
      1,
      0,
      ...(await noted(outcome.verdict)),
      ...statements(outcome),
      ...rootOffers(outcome),
      ...(await keepOffer(outcome)),
    );
    show(own, shown);
  } catch (error) {
    const message = error instanceof UnusableInput ? error.message : WORDS.unreadable;
    show(own, [make('p', 'note note-bad', message)]);
  }
}

/** Shows a result, unless something else was given in the meantime. */
function show(own: AbortController, shown: readonly HTMLElement[]): void {
  if (own === running) byId('checks').replaceChildren(...shown);
}

/**
 * Handles files without proofs: an `.ots` file, a document that names its evidence, or an original without anything
 * else.
 */
async function refreshWithoutProof(all: Given, own: AbortController): Promise<void> {
  const document = given.files.find((file) => file.kind === 'document');
  const foreign = given.files.find((file) => file.kind === 'foreign');
  byId('outcome').hidden = foreign?.bytes === undefined && document === undefined;
  if (foreign?.bytes !== undefined) {
    byId('missing').textContent = '';
    const { showOts } = await import('./show-ots.ts');
    const { hashFile } = await import('../hashing/hash-file.ts');
    const digest = document && (await hashFile(document.file, 'SHA-256', { signal: own.signal }));
    return show(own, await showOts(foreign.bytes, digest));
  }
  if (document === undefined) return;
  const { askBox } = await import('./original-alone.ts');
  if (document.issued !== undefined && (await isFromHere(document.issued.url)))
    return refreshIssued(all, document.issued.code, own);
  const elsewhere =
    document.issued === undefined
      ? []
      : [make('p', 'note note-info', `${WORDS.issued.elsewhere} `, make('bdi', '', document.issued.url))];
  show(own, [...elsewhere, ...askBox(document.file)]);
  byId('outcome').hidden = byId('checks').childElementCount === 0;
}

/** What the council says today of a document whose sealed copy was given. The evidence is valid without this answer. */
async function noteOnCopy(pdf: Extract<GivenFile, { kind: 'pdf' }> | undefined): Promise<HTMLElement[]> {
  if (pdf?.issued === undefined || !(await isFromHere(pdf.issued.url))) return [];
  const { sealedNote } = await import('./original-alone.ts');
  return sealedNote(pdf.file, pdf.issued.code).catch(() => [make('p', 'note note-bad', WORDS.failedToLoad)]);
}

async function isFromHere(url: string): Promise<boolean> {
  const { CAN_ASK } = await import('./ask-service.ts');
  return CAN_ASK && url.startsWith(`${baseUrl()}/v/`);
}

/**
 * Handles a diploma, a constancia de vigencia or a transcript. The evidence is fetched by the document's code and
 * checked like any other.
 */
async function refreshIssued(all: Given, code: string, own: AbortController): Promise<void> {
  const { fetchEvidence } = await import('./ask-service.ts');
  const { issuedNote } = await import('./original-alone.ts');
  byId('missing').textContent = '';
  showProgress().removeAttribute('value');
  try {
    const evidence = await fetchEvidence(code);
    if (own !== running) return;
    if (evidence === undefined) return show(own, [make('p', 'note note-bad', WORDS.issued.unknown)]);
    await refreshChecks({ ...all, files: [...all.files, ...evidence.files] }, own, ({ checks }) => {
      const isGenuine = checks.some(
        ({ name, outcome }) => name === 'timestamp.imprint' && outcome === 'pass',
      );
      return issuedNote(code, evidence.document, isGenuine);
    });
  } catch {
    show(own, [make('p', 'note note-bad', WORDS.failedToLoad)]);
  }
}

/** A badge is evidence of a different kind, so it is shown alone, whatever else was dropped. */
async function refreshBadge(text: string, own: AbortController): Promise<void> {
  byId('missing').textContent = '';
  byId('outcome').hidden = false;
  showProgress().removeAttribute('value');
  const { showBadge } = await import('./badge/show-badge.ts');
  show(own, await showBadge(text, baseUrl(), own.signal).catch(() => []));
}

function baseUrl(): string {
  return document.querySelector<HTMLElement>('main')?.dataset.base ?? location.origin;
}

function showProgress(): HTMLProgressElement {
  const progress = make('progress', '');
  progress.max = 1;
  progress.setAttribute('aria-label', WORDS.checking);
  byId('checks').replaceChildren(
    make('div', 'progress', make('p', 'progress-label', WORDS.checking), progress),
  );
  return progress;
}

function typedIn(id: string): string {
  return byId<HTMLInputElement>(id).value;
}

function missingText(hasProof: boolean, hasDocument: boolean): string {
  if (given.files.length === 0 && !hasDocument) return '';
  const foreign = given.files.find((file) => file.kind === 'foreign');
  if (!hasProof && foreign !== undefined) return WORDS.foreign[foreign.what];
  if (!hasProof) return WORDS.missingProof;
  return hasDocument ? '' : WORDS.missingDocument;
}

function showGiven(): void {
  byId('given').replaceChildren(
    ...given.files.map((file) =>
      givenFile(file, file.kind, WORDS.kinds[file.kind], () => {
        given.files = given.files.filter((other) => other !== file);
      }),
    ),
  );
  byId('given-roots').replaceChildren(
    ...given.rootFiles.map((file) =>
      givenFile(file, 'root', WORDS.trustedRoot, () => {
        given.rootFiles = given.rootFiles.filter((other) => other !== file);
      }),
    ),
  );
}

function givenFile(
  { name, size }: { name: string; size: number },
  kind: string,
  label: string,
  take: () => void,
): HTMLElement {
  const remove = make('button', 'button button-quiet button-small', WORDS.remove);
  remove.type = 'button';
  remove.addEventListener('click', () => {
    take();
    void refresh();
  });
  const bytes = new Intl.NumberFormat(LANGUAGE === 'es' ? 'es-MX' : 'en-US').format(size);
  const item = make(
    'li',
    'given-file',
    make('span', 'badge', label),
    make('bdi', 'given-name', name),
    make('span', 'muted small', `${bytes} bytes`),
    remove,
  );
  item.dataset.kind = kind;
  return item;
}

/** What the evidence states, one line for each proof. A block that is only claimed is listed with the claims. */
function statements({ verdict: { timestamp, blockchain, receipt, accredited } }: Outcome): HTMLElement[] {
  const lines: string[] = [];
  const utc = (time: string) => time.replace('T', ' ').replace(/Z$/, ' UTC');
  if (timestamp !== undefined) {
    // Anybody can write any name into a certificate. The name is confirmed only under a built-in root.
    const by =
      timestamp.signer === undefined ? '' : ` ${accredited ? WORDS.by : WORDS.byClaimed} ${timestamp.signer}`;
    const what = timestamp.trusted_by === undefined ? WORDS.stampedUnconfirmed : WORDS.stamped;
    lines.push(`${what} ${utc(timestamp.gen_time)}${by}`);
  }
  if (blockchain?.log.signed === true) lines.push(`${WORDS.inLog} ${blockchain.log.name}`);
  if (receipt?.signed === true)
    lines.push(`${[WORDS.inLog, receipt.log].filter(Boolean).join(' ')}: ${WORDS.byReceipt}`);
  if (blockchain?.anchors.length === 0) lines.push(WORDS.noBlockYet);
  for (const { block_number, network, network_name, block_time, shown } of blockchain?.anchors ?? []) {
    if (shown === 'claimed') continue;
    const where = `${block_number} ${WORDS.of} ${network_name ?? network}, ${utc(block_time)}`;
    lines.push(
      shown === 'confirmed'
        ? `${WORDS.inBlock} ${where}`
        : `${WORDS.leadsTo} ${where}; ${WORDS.notAskedChain}`,
    );
  }
  return lines.length === 0 ? [] : [make('ul', 'statements', ...lines.map((line) => make('li', '', line)))];
}

/**
 * If a stamp and its document were both given, offers to keep the stamp in an account of this service. The dashboard
 * asks for the files again, because this page sends them nowhere.
 */
async function keepOffer({ verdict: { verdict } }: Outcome): Promise<HTMLElement[]> {
  const { CAN_ASK } = await import('./ask-service.ts');
  const kinds = given.files.map(({ kind }) => kind);
  const isBoth = kinds.includes('tsr') && kinds.includes('document');
  if (!CAN_ASK || !isBoth || verdict === 'invalid') return [];
  const link = make('a', '', WORDS.keep.link);
  link.href = '/dashboard/certificates?adopt';
  return [make('p', 'muted small', `${WORDS.keep.why} `, link)];
}

/**
 * Offers the roots that came with the evidence. They are not trusted by themselves, but the visitor may choose to trust
 * them this time.
 */
function rootOffers({ untrustedRoots, verdict }: Outcome): HTMLElement[] {
  const isLost = verdict.checks.some(
    ({ name, outcome }) =>
      /^(?:timestamp|record)\.chain$/.test(name) && (outcome === 'fail' || outcome === 'unconfirmed'),
  );
  if (!isLost) return [];
  return [
    make(
      'div',
      'note note-warn root-offer',
      make('div', '', make('p', '', WORDS.unknownRoot), ...untrustedRoots.map(rootOffer)),
    ),
  ];
}

function rootOffer(root: SigningCertificate): HTMLElement {
  const button = make('button', 'button button-secondary button-small', WORDS.trustRoot);
  button.type = 'button';
  button.addEventListener('click', () => {
    given.chosenRoots.push(root.der);
    void refresh();
  });
  return make(
    'p',
    'root-offer-row',
    make('span', '', `${WORDS.bundledRoot} `, make('bdi', '', root.subject.text)),
    button,
  );
}
