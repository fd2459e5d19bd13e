/** Decides by the bytes what may be shown inline, because a sender can write any name and type. */

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
type PreviewKind = (typeof PICTURES)[number] | 'application/pdf';

/** HTML and SVG are excluded: a browser would run scripts in them. */
export function previewKindOf(bytes: Uint8Array): PreviewKind | undefined {
  const starts = (text: string, at = 0) =>
    [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  return starts('%PDF-') ? 'application/pdf' : undefined;
}

/** Larger files are only downloaded: loading them would hold up work on the queue. */
const MOST_BYTES = 15_000_000;

/** Whether it is worth fetching the file to look at its first bytes. */
export function mayPreview(file: { name: string; size: number | null }): boolean {
  return /\.(pdf|png|jpe?g|gif|webp)$/i.test(file.name) && (file.size ?? 0) <= MOST_BYTES;
}
