/**
 * The sheet before certifying: it reads the chosen files and looks them up, so that people know the price before they
 * pay it.
 */

import type { HashOptions } from '../../../hashing/hash-file.ts';
import type { Certificate } from '../../api.ts';
import { MAX_FILE_BYTES, type NewUpload, type Sent, type UploadDetails } from './upload-queue.ts';

export type Draft = {
  id: number;
  file: File;
  title: string;
  phase: 'waiting' | 'reading' | 'read' | 'failed';
  /** The part of the file that has been read, from 0 to 1. */
  share: number;
  sha256?: string;
  /** The newest certificate over the same bytes. */
  known?: Certificate;
  error?: unknown;
  /** Whether to certify a file that already has a certificate. */
  again: boolean;
};

type SheetState = {
  drafts: readonly Draft[];
  sends: Sent;
  /** For each hash, the id of the first draft that has it. */
  firsts: ReadonlyMap<string, number>;
};

/** What happens to a file when the button is pressed. `twin` means that an earlier file of the sheet is the same. */
export type Standing = 'reading' | 'new' | 'known' | 'twin' | 'empty' | 'too_large' | 'failed';

export type SheetSteps = {
  /** In hexadecimal digits. */
  hash(file: File, options: HashOptions): Promise<string>;
  find(sha256: string): Promise<Certificate | undefined>;
};

export type Sheet = ReturnType<typeof makeSheet>;

const READ_AT_ONCE = 2;

export function makeSheet(steps: SheetSteps) {
  let state: SheetState = { drafts: [], sends: 'file', firsts: new Map() };
  let lastId = 0;
  let round = 0;
  const listeners = new Set<() => void>();
  const stop = new AbortController();

  const set = (changes: Partial<Pick<SheetState, 'drafts' | 'sends'>>) => {
    const { drafts, sends } = { ...state, ...changes };
    const hashed = drafts.flatMap(({ id, sha256 }) => (sha256 === undefined ? [] : [[sha256, id] as const]));
    state = { drafts, sends, firsts: new Map(hashed.toReversed()) };
    for (const listener of listeners) listener();
  };
  const change = (id: number, changes: Partial<Draft>) =>
    set({ drafts: state.drafts.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)) });

  const readNext = () => {
    while (state.drafts.filter(({ phase }) => phase === 'reading').length < READ_AT_ONCE) {
      const next = state.drafts.find(
        (draft) => draft.phase === 'waiting' && refusalOf(draft.file, state.sends) === undefined,
      );
      if (next === undefined) return;
      change(next.id, { phase: 'reading', share: 0 });
      void read(next);
    }
  };

  const read = async ({ id, file, sha256: hashed }: Draft) => {
    const ownRound = round;
    try {
      const onProgress = (share: number) => change(id, { share });
      const sha256 = hashed ?? (await steps.hash(file, { signal: stop.signal, onProgress }));
      change(id, { sha256 });
      const known = await steps.find(sha256);
      // The file was looked up in the previous mode, so it waits for another look-up.
      if (round !== ownRound) change(id, { phase: 'waiting' });
      else change(id, { phase: 'read', ...(known && { known }) });
    } catch (error) {
      change(id, { phase: 'failed', error });
    }
    if (!stop.signal.aborted) readNext();
  };

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(files: readonly File[]) {
      const added = files.map((file): Draft => {
        lastId += 1;
        return { id: lastId, file, title: '', phase: 'waiting', share: 0, again: false };
      });
      set({ drafts: [...state.drafts, ...added] });
      readNext();
    },
    send(sends: Sent) {
      set({ sends });
      readNext();
    },
    entitle: (id: number, title: string) => change(id, { title }),
    certifyAgain: (id: number, again: boolean) => change(id, { again }),
    remove(id: number) {
      set({ drafts: state.drafts.filter((draft) => draft.id !== id) });
    },
    /** Repeats the reading or the look-up that failed. */
    retry(id: number) {
      change(id, { phase: 'waiting', error: undefined });
      readNext();
    },
    /** Looks all files up again in another mode, without reading them again. */
    lookUpAgain() {
      round += 1;
      const isDone = ({ phase }: Draft) => phase === 'read' || phase === 'failed';
      const again = ({ known: _, ...draft }: Draft): Draft => ({ ...draft, phase: 'waiting', again: false });
      set({ drafts: state.drafts.map((draft) => (isDone(draft) ? again(draft) : draft)) });
      readNext();
    },
    abandon: () => stop.abort(),
  };
}

export function standingOf(draft: Draft, { firsts, sends }: SheetState): Standing {
  const refusal = refusalOf(draft.file, sends);
  if (refusal !== undefined) return refusal;
  if (draft.phase === 'failed') return 'failed';
  if (draft.phase !== 'read') return 'reading';
  if (firsts.get(draft.sha256 ?? '') !== draft.id) return 'twin';
  return draft.known === undefined ? 'new' : 'known';
}

function refusalOf({ size }: File, sends: Sent): 'empty' | 'too_large' | undefined {
  if (size === 0) return 'empty';
  return sends === 'file' && size > MAX_FILE_BYTES ? 'too_large' : undefined;
}

/** The files that use one certificate each; the other files of the sheet use none. */
export function countedOf(state: SheetState): readonly Draft[] {
  return state.drafts.filter((draft) => {
    const standing = standingOf(draft, state);
    return standing === 'new' || ((standing === 'known' || standing === 'twin') && draft.again);
  });
}

export function isReading(state: SheetState): boolean {
  return state.drafts.some((draft) => standingOf(draft, state) === 'reading');
}

/** The files that could get a sealed copy, which uses one certificate more. Only a file that is sent can be sealed. */
export function sealableOf(state: SheetState): readonly Draft[] {
  return state.sends === 'file' ? countedOf(state).filter(({ file }) => isPdf(file)) : [];
}

function isPdf({ name, type }: File): boolean {
  return type === 'application/pdf' || /\.pdf$/i.test(name);
}

/** What the button sends. `shared`: details that all files have in common. `seals`: PDFs get a sealed copy too. */
export function uploadsOf(
  state: SheetState,
  shared: Omit<UploadDetails, 'title' | 'seal'>,
  seals = false,
): NewUpload[] {
  const sealed = new Set(seals ? sealableOf(state) : []);
  return countedOf(state).flatMap((draft) => {
    const { file, sha256, title } = draft;
    if (sha256 === undefined) return [];
    // A PDF that cannot be sealed is certified all the same, and its page says why.
    const seal = sealed.has(draft) ? { seal: 'pdf_if_possible' as const } : {};
    return [{ file, sha256, sends: state.sends, details: { ...shared, title: title.trim(), ...seal } }];
  });
}
