import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { links } from '../../api.ts';
import { previewKindOf } from './preview-kind.ts';
import { TEXT } from './text.ts';

/** Shows a picture or a PDF inline. Any other file is not shown, but can be downloaded. */
export function FilePreview({ id, name }: { id: string; name: string }) {
  const text = useText(TEXT);
  const { data, isPending } = useQuery({
    queryKey: ['evidence-file', id],
    queryFn: ({ signal }) => fetchPreview(id, signal),
    // The file never changes. It is kept for a minute after another award is selected.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const url = useObjectUrl(data ?? undefined);
  if (isPending) return <Skeleton lines={4} />;
  if (!data || url === undefined) return null;
  if (data.type !== 'application/pdf')
    return <img className="evidence-picture" src={url} alt={text.pictureOf(name)} />;
  // Not in a sandbox, because browsers show no PDF in one. We set the file's type, so it cannot be a web page.
  return <iframe className="evidence-pdf" src={url} title={text.pdfOf(name)} />;
}

/** The bytes with the type that we detected, never the declared one. */
async function fetchPreview(id: string, signal: AbortSignal): Promise<Blob | null> {
  const response = await fetch(links.getCertificateFile(id), { signal, credentials: 'same-origin' });
  if (!response.ok) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = previewKindOf(bytes);
  return type === undefined ? null : new Blob([bytes], { type });
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
