/** The zone that takes files and checks them in the browser: on `/verify`, on the front page, and in `verify.html`. */

import type { SigningCertificate } from '@sello/proof';
import type { GivenFile } from './given-files.ts';
import { byId, listenForFiles, make, showScriptParts } from './page-parts.ts';
import { LANGUAGE, WORDS } from './page-words.ts';
import type { Outcome } from './verify-given.ts';

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
 * Which earlier files a new one replaces: one of each kind is kept, and a bundle or constancia contains the
 * other proofs.
 */
const REPLACES: Readonly<Record<GivenFile['kind'], readonly GivenFile['kind'][]>> = {
  certificates: [],
  document: ['document'],
  bundle: ['bundle', 'constancia', 'tsr', 'xml'],
  constancia: ['bundle', 'constancia', 'tsr', 'xml'],
  tsr: ['bundle', 'constancia', 'tsr'],
  xml: ['bundle', 'constancia', 'xml'],
  badge: ['badge'],
  foreign: ['foreign'],
};

function add(file: GivenFile): void {
  const replaced = REPLACES[file.kind];
  given.files = [...given.files.filter(({ kind }) => !replaced.includes(kind)), file];
  given.chosenRoots = [];
}

/** Separate from dropping evidence: roots given here are trusted. */
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
  const { UnusableInput, hasDocument, hasProof, verifyGiven } = await import('./verify-given.ts');
  const { checkList } = await import('./check-list.ts');
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
  byId('outcome').hidden = !hasProof(all);
  if (!hasProof(all)) return;

  const checks = byId('checks');
  const progress = showProgress();
  try {
    const outcome = await verifyGiven(all, {
      signal: own.signal,
      onProgress: (fraction) => {
        progress.value = fraction;
      },
    });
    if (own !== running) return;
    const shown = checkList(outcome.verdict);
    // The statements go between the verdict and the checks.
    shown.splice(1, 0, ...statements(outcome), ...rootOffers(outcome));
    checks.replaceChildren(...shown);
  } catch (error) {
    if (own !== running) return;
    const message = error instanceof UnusableInput ? error.message : WORDS.unreadable;
    checks.replaceChildren(make('p', 'note note-bad', message));
  }
}

/** A badge is evidence of its own kind: it is shown alone, whatever else was dropped. */
async function refreshBadge(text: string, own: AbortController): Promise<void> {
  byId('missing').textContent = '';
  byId('outcome').hidden = false;
  showProgress().removeAttribute('value');
  const { showBadge } = await import('./badge/show-badge.ts');
  const base = document.querySelector<HTMLElement>('main')?.dataset.base ?? location.origin;
  const shown = await showBadge(text, base, own.signal).catch(() => []);
  if (own === running) byId('checks').replaceChildren(...shown);
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
  const foreign = given.files.find(({ kind }) => kind === 'foreign');
  if (!hasProof && foreign?.kind === 'foreign') return WORDS.foreign[foreign.what];
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

/**
 * What the evidence states, one line for each proof. A block that is only claimed is listed with the claims.
 */
function statements({ verdict: { timestamp, blockchain, accredited } }: Outcome): HTMLElement[] {
  const lines: string[] = [];
  const utc = (time: string) => time.replace('T', ' ').replace(/Z$/, ' UTC');
  if (timestamp !== undefined) {
    // Anybody can write any name into a certificate; it was checked only under a built-in root.
    const by =
      timestamp.signer === undefined ? '' : ` ${accredited ? WORDS.by : WORDS.byClaimed} ${timestamp.signer}`;
    const what = timestamp.trusted_by === undefined ? WORDS.stampedUnconfirmed : WORDS.stamped;
    lines.push(`${what} ${utc(timestamp.gen_time)}${by}`);
  }
  if (blockchain?.log.signed === true) lines.push(`${WORDS.inLog} ${blockchain.log.name}`);
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

/** A root that comes with the evidence is not trusted by itself; the visitor may choose to trust it this time. */
function rootOffers({ untrustedRoots, verdict }: Outcome): HTMLElement[] {
  const isLost = verdict.checks.some(
    ({ name, outcome }) => name === 'timestamp.chain' && (outcome === 'fail' || outcome === 'unconfirmed'),
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
