/**
 * Builds the browser's files: several entries, with hashed names and a compressed copy of each file; the verifiers in a
 * single file, the pictures of shared links, and the clients.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { clients } from './clients.ts';
import { oneFiles } from './one-file.ts';
import { sharePictures } from './share-pictures.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/**
 * The API reference in one file with its dependencies. Installing them separately took longer than all other packages,
 * so `overrides` in the root's package.json replaces each of them with an empty package.
 */
const API_REFERENCE = fileURLToPath(
  new URL('browser/standalone.esm.js', import.meta.resolve('@scalar/api-reference')),
);

/** Compressing smaller files gains nothing. */
const SMALLEST_PACKED_BYTES = 512;
const PACKABLE = /\.(?:js|css|svg|wasm)$/;

/** The modules that the log-in needs. Each further module makes the log-in heavier; a test limits its weight. */
const KIT =
  /web\/src\/(?:calls\/make-calls|i18n\/(?:language|use-text)|ui\/(?:button|change|class-names|field|form|icon|note|render-app|seal-mark|skeleton|text|toast))\.tsx?$/;

export default defineConfig({
  root: ROOT,
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  // The pages are written for React and run with Preact, which has a fifth of React's weight.
  resolve: {
    alias: [
      { find: /^@scalar\/api-reference$/, replacement: API_REFERENCE },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Browsers that support `light-dark()`: those since spring 2024.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no `data:` scripts or fonts, and separate files are cached for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4_096,
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      input: {
        dashboard: 'src/dashboard/main.tsx',
        'front-page': 'src/public/front-page.ts',
        'certificate-page': 'src/public/certificate-page.ts',
        'verify-page': 'src/public/verify-page.ts',
        docs: 'src/docs/main.ts',
        guides: 'src/guides/main.ts',
        'my-page': 'src/my/main.tsx',
        'desk-page': 'src/desk/main.tsx',
      },
      output: {
        // Without these groups, the loader of lazy chunks would share a file with parts of the API reference, which
        // every page would then load. Code that most pages of the dashboard share is bundled into a few files: each
        // small file costs a request with its headers, and compresses worse by itself.
        codeSplitting: {
          groups: [
            { name: 'lazy', test: /vite\/preload-helper/, priority: 10 },
            {
              name: 'react',
              test: /node_modules\/(?:preact|wouter|@tanstack\/(?:react-query|query-core))\//,
              priority: 9,
              minShareCount: 9,
            },
            // What the log-in needs; every page that runs with Preact needs it too.
            { name: 'kit', test: KIT, priority: 10 },
            // Leaves out style sheets: the public pages use them too, and would load this code with them.
            { name: 'parts', test: /web\/src\/(?:ui|i18n|calls)\/.*\.tsx?$/, priority: 8, minShareCount: 7 },
            // Code that both the log-in and the pages behind it need.
            {
              name: 'own',
              test: /web\/src\/dashboard\/(?:own-|account\.ts|mode|page\.tsx|service|use-change|people\/session|people\/sign-in\/safe-next)/,
              priority: 8,
            },
            { name: 'frame', test: /web\/src\/dashboard\//, priority: 7, minShareCount: 12 },
            // The frame around every page behind the log-in.
            {
              name: 'shell',
              test: /web\/src\/dashboard\/shell\/(?!palette)[\w-]+\.tsx?$/,
              priority: 6,
            },
          ],
        },
      },
    },
  },
  plugins: [emitIcon(), sharePictures(), fitReference(), packAssets(), oneFiles(), clients()],
});

/** Only the server's HTML names the icon, so no import would include it. */
function emitIcon(): Plugin {
  const originalFileName = 'src/ui/favicon.svg';
  return {
    name: 'emit-icon',
    apply: 'build',
    async buildStart() {
      const source = await readFile(path.join(ROOT, originalFileName));
      this.emitFile({ type: 'asset', name: 'favicon.svg', originalFileName, source });
    },
  };
}

/** Changes places of the API reference that no setting can change. */
function fitReference(): Plugin {
  const places: [RegExp, string][] = [
    // Offers the languages of our guides in its sample tabs.
    [/\[`shell\/curl`(?:,`[\w-]+\/[\w-]+`)+\]/g, `['shell/curl','js/fetch','python/requests','php/curl']`],
    // Lets the keyboard reach a list that scrolls on a phone.
    [/class:`endpoints`\}/g, 'class:`endpoints`,tabindex:`0`}'],
    // Lets its style sheet find the nonce of the page's policy, which browsers hide from `content`.
    [/(`meta\[property=csp-nonce\]`\)\?\.)content/g, '$1nonce'],
  ];
  return {
    name: 'fit-reference',
    transform: {
      filter: { id: /\/standalone\.esm\.js$/ },
      handler(code) {
        for (const [place, ours] of places) {
          if (code.match(place)?.length !== 1)
            this.error(`the API reference has changed: ${place} is not there once`);
          code = code.replace(place, ours);
        }
        return { code, map: null };
      },
    },
  };
}

/** Compresses once at build time what is sent thousands of times. */
function packAssets(): Plugin {
  return {
    name: 'pack-assets',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = path.join(dir, 'assets');
      const names = (await readdir(folder)).filter((name) => PACKABLE.test(name));
      await Promise.all(names.map((name) => pack(path.join(folder, name))));
    },
  };
}

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST_PACKED_BYTES) return;
  // The highest quality takes seconds on the API reference's large files.
  const quality = bytes.length > 300_000 ? 9 : 11;
  const params = { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
