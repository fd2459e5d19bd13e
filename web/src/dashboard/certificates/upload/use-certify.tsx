/** Opens the sheet for files that were chosen or dropped. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hashFile, hexOf } from '../../../hashing/hash-file.ts';
import { api, type Certificate, type Mode } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { CertifySheet } from './certify-sheet.tsx';
import { makeSheet, type Sheet, type SheetSteps } from './sheet.ts';
import type { NewUpload } from './upload-queue.ts';
import './uploads.css';
import { useUploads } from './use-uploads.ts';

/** `take` opens the sheet, or adds files to the open one; `sheet` must be rendered. */
export function useCertify(): { take: (files: readonly File[]) => void; sheet: ReactNode } {
  const [mode] = useMode();
  const { queue } = useUploads();
  const [sheet, setSheet] = useState<Sheet>();
  const modeNow = useRef(mode);
  useEffect(() => () => sheet?.abandon(), [sheet]);
  useEffect(() => {
    if (modeNow.current === mode) return;
    modeNow.current = mode;
    sheet?.lookUpAgain();
  }, [mode, sheet]);

  const take = (files: readonly File[]) => {
    if (files.length === 0) return;
    const open = sheet ?? makeSheet({ hash: hexHash, find: (sha256) => findByHash(modeNow.current, sha256) });
    open.add(files);
    setSheet(open);
  };
  const close = () => setSheet(undefined);
  const go = (uploads: readonly NewUpload[]) => {
    queue.add(uploads, mode);
    close();
  };
  return { take, sheet: sheet && <CertifySheet sheet={sheet} onGo={go} onClose={close} /> };
}

const hexHash: SheetSteps['hash'] = async (file, options) => hexOf(await hashFile(file, 'SHA-256', options));

async function findByHash(mode: Mode, sha256: string): Promise<Certificate | undefined> {
  return (await api.listCertificates({ sha256, limit: 1, mode })).certificates[0];
}

/**
 * Accepts files that are dropped anywhere on the page, and returns whether files are being dragged over it. Without
 * `onFiles` dropped files are ignored; without this hook, the browser would open them and leave the page.
 */
export function usePageDrop(onFiles: ((files: readonly File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    // Every element that the pointer crosses fires enter and leave events, so they are counted.
    let depth = 0;
    const setDepth = (next: number) => {
      depth = Math.max(0, next);
      setOver(depth > 0);
    };
    const count = (change: number) => (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) setDepth(depth + change);
    };
    const keepHere = (event: DragEvent) => {
      if (!isForInput(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      setDepth(0);
      // Another part of the page, such as the search, has taken the file.
      if (event.defaultPrevented || isForInput(event)) return;
      event.preventDefault();
      take.current?.([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: count(1), dragleave: count(-1), dragover: keepHere, drop } as const;
    const names = Object.keys(listeners) as (keyof typeof listeners)[];
    for (const name of names) window.addEventListener(name, listeners[name]);
    return () => {
      for (const name of names) window.removeEventListener(name, listeners[name]);
    };
  }, []);
  return isOver && onFiles !== undefined;
}

function isForInput({ target }: DragEvent): boolean {
  return target instanceof HTMLInputElement && target.type === 'file';
}
