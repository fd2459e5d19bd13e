import { expect, test } from 'vitest';
import { mayPreview, previewKindOf } from './preview-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.for([
  ['%PDF-1.7 una constancia', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0..', 'image/jpeg'],
  ['GIF89a..', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
] as const)('%j is shown as %s', ([text, kind]) => {
  expect(previewKindOf(bytes(text))).toBe(kind);
});

test.for([
  '',
  '<!doctype html><script>1</script>',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<?xml?><svg/>',
  'RIFF....AVI ',
  ' %PDF-1.7',
])('%j is not shown', (text) => {
  expect(previewKindOf(bytes(text))).toBeUndefined();
});

test('only files that say they are pictures or PDF, and are not too long, are fetched', () => {
  expect(mayPreview({ name: 'Constancia.PDF', size: 1_000 })).toBe(true);
  expect(mayPreview({ name: 'foto.jpeg', size: null })).toBe(true);
  expect(mayPreview({ name: 'foto.jpeg', size: 16_000_000 })).toBe(false);
  expect(mayPreview({ name: 'pagina.svg', size: 10 })).toBe(false);
  expect(mayPreview({ name: 'lista.xlsx', size: 10 })).toBe(false);
});
