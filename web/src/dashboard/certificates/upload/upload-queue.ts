/** Uploads: each file is sent (or only its fingerprint) and stamped, a few at a time. */

import type { Certificate, CertificateForm, CertificateRequest, Mode } from '../../api.ts';

export type UploadPhase =
  | 'waiting'
  | 'uploading'
  /** Too many files were sent in one minute; the upload continues automatically. */
  | 'paused'
  | 'stamping'
  | 'done'
  | 'failed'
  | 'cancelled';

export type UploadDetails = Pick<CertificateForm, 'title' | 'description' | 'document_type' | 'seal'>;

/** What leaves the device. */
export type Sent = 'file' | 'fingerprint';

/** A file that was read. Its hash is sent with it, so that the server refuses other bytes. */
export type NewUpload = { file: File; sha256: string; sends: Sent; details: UploadDetails };

export type Upload = NewUpload & {
  id: number;
  mode: Mode;
  phase: UploadPhase;
  /** Progress of the current phase, from 0 to 1. */
  share: number;
  certificate?: Certificate;
  error?: unknown;
};

/** What the caller of the queue has to provide. */
export type UploadSteps = {
  certify(
    mode: Mode,
    certificate: CertificateForm,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ): Promise<Certificate>;
  certifyFingerprint(mode: Mode, certificate: CertificateRequest): Promise<Certificate>;
  /** Seconds after which a refused file may be sent again; undefined if that would not help. */
  retryAfter(error: unknown): number | undefined;
  pause(seconds: number, signal: AbortSignal): Promise<void>;
  onDone(certificate: Certificate): void;
};

export type UploadQueue = ReturnType<typeof makeUploadQueue>;

/** More would only compete for the same bandwidth. */
export const UPLOADS_AT_ONCE = 3;

/** The server's limit. The server cuts off larger uploads, and the browser could not tell why. */
export const MAX_FILE_BYTES = 52_428_800;

const RUNNING: ReadonlySet<UploadPhase> = new Set(['uploading', 'paused', 'stamping']);

export const isRunning = ({ phase }: Upload): boolean => RUNNING.has(phase);
export const isOver = ({ phase }: Upload): boolean => ['done', 'failed', 'cancelled'].includes(phase);

export function makeUploadQueue(steps: UploadSteps) {
  let uploads: readonly Upload[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const aborts = new Map<number, AbortController>();

  const replaceAll = (next: readonly Upload[]) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const change = (id: number, changes: Partial<Upload>) =>
    replaceAll(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const phaseOf = (id: number) => uploads.find((upload) => upload.id === id)?.phase;

  const startNext = () => {
    while (uploads.filter(isRunning).length < UPLOADS_AT_ONCE) {
      const next = uploads.find(({ phase }) => phase === 'waiting');
      if (next === undefined) return;
      change(next.id, { phase: next.sends === 'file' ? 'uploading' : 'stamping', share: 0 });
      void run(next);
    }
  };

  const run = async (upload: Upload) => {
    const { id } = upload;
    const abort = new AbortController();
    aborts.set(id, abort);
    try {
      const outcome = await bringThrough(steps, upload, abort.signal, (changes) => {
        if (!abort.signal.aborted) change(id, changes);
      });
      change(id, outcome);
      if (outcome.certificate) steps.onDone(outcome.certificate);
    } catch (error) {
      if (phaseOf(id) !== 'cancelled') change(id, { phase: 'failed', error });
    } finally {
      aborts.delete(id);
      startNext();
    }
  };

  return {
    uploads: () => uploads,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(files: readonly NewUpload[], mode: Mode) {
      const added = files.map((file): Upload => {
        lastId += 1;
        return { ...file, id: lastId, mode, phase: 'waiting', share: 0 };
      });
      replaceAll([...uploads, ...added]);
      startNext();
    },
    cancel(id: number) {
      change(id, { phase: 'cancelled' });
      aborts.get(id)?.abort(new DOMException('The upload was cancelled.', 'AbortError'));
    },
    /** Continues after a failure. */
    goOn(id: number) {
      change(id, { phase: 'waiting', share: 0, error: undefined });
      startNext();
    },
    remove(id: number) {
      replaceAll(uploads.filter((upload) => upload.id !== id));
    },
    removeFinished() {
      replaceAll(uploads.filter((upload) => !isOver(upload)));
    },
    /** Removes and aborts all uploads: nothing may continue or stay visible for the next person at this browser. */
    abandon() {
      const running = [...aborts.values()];
      replaceAll([]);
      for (const abort of running) abort.abort();
    },
  };
}

type Outcome = Pick<Upload, 'phase'> & Partial<Upload>;

async function bringThrough(
  steps: UploadSteps,
  upload: Upload,
  signal: AbortSignal,
  report: (changes: Partial<Upload>) => void,
): Promise<Outcome> {
  for (;;) {
    try {
      return { phase: 'done', certificate: await send(steps, upload, signal, report) };
    } catch (error) {
      const seconds = steps.retryAfter(error);
      if (seconds === undefined) throw error;
      report({ phase: 'paused', share: 0 });
      await steps.pause(seconds, signal);
    }
  }
}

function send(
  steps: UploadSteps,
  { file, sha256, sends, mode, details }: Upload,
  signal: AbortSignal,
  report: (changes: Partial<Upload>) => void,
): Promise<Certificate> {
  if (sends === 'fingerprint') {
    report({ phase: 'stamping', share: 0 });
    const { name: file_name, size: file_size, type } = file;
    const given = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''));
    const named = { file_name, file_size, ...(type !== '' && { file_mime: type }) };
    return steps.certifyFingerprint(mode, { sha256, ...named, ...given });
  }
  report({ phase: 'uploading', share: 0 });
  return steps.certify(
    mode,
    { file, ...details, sha256 },
    { signal, onProgress: (share) => report(share < 1 ? { share } : { phase: 'stamping', share: 0 }) },
  );
}
