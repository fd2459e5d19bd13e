/** The uploads of the account. They continue while the person visits other pages of the dashboard. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { api, uploadCertificate } from '../../api.ts';
import { ApiError } from '../../own-api.ts';
import { ME, useAccount } from '../../people/session.ts';
import { isOver, makeUploadQueue, type UploadQueue } from './upload-queue.ts';

let current: { owner: string; queue: UploadQueue } | undefined;

export function useUploads() {
  const { id } = useAccount();
  const queue = queueOf(id, useQueryClient());
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads);
  const isBusy = uploads.some((upload) => !isOver(upload));

  useEffect(() => {
    if (!isBusy) return;
    // Closing the tab would end the uploads, so the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);

  return { uploads, queue };
}

function queueOf(owner: string, queries: QueryClient): UploadQueue {
  if (current?.owner === owner) return current.queue;
  current?.queue.abandon();
  const queue = makeUploadQueue({
    certify: async (mode, certificate, options) =>
      (await uploadCertificate(mode, certificate, options)).certificate,
    certifyFingerprint: async (mode, certificate) =>
      (await api.createCertificate(certificate, { mode })).certificate,
    retryAfter: (error) =>
      error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : undefined,
    pause,
    onDone: () => {
      void queries.invalidateQueries({ queryKey: ['certificates'] });
      void queries.invalidateQueries({ queryKey: ME });
    },
  });
  current = { owner, queue };
  return queue;
}

/** Rejects at once if the upload is cancelled during the pause. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
