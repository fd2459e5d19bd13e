/** The API reference, rendered by Scalar. It contacts and links to no other site. */

import { createApiReference } from '@scalar/api-reference';
import './scalar.css';

export function showReference(): void {
  createApiReference('#docs', {
    url: '/api/public/v1/openapi',
    // Test requests go to the host under which the visitor reached this page.
    servers: [{ url: location.origin }],
    authentication: { preferredSecurityScheme: 'apiKey' },
    persistAuth: false,
    localization: { locale: document.documentElement.lang },
    theme: 'none',
    forceDarkModeState: isDark() ? 'dark' : 'light',
    hideDarkModeToggle: true,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    // No default client: then the samples of the document itself come first, which our tests run.
    hiddenClients: HIDDEN_CLIENTS,
  });
}

/** The visitor's choice, else the system's. */
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

/** What is left: curl, JavaScript (fetch), Python (requests) and PHP (cURL). */
const HIDDEN_CLIENTS = {
  shell: ['wget', 'httpie'],
  js: ['axios', 'ofetch', 'jquery', 'xhr'],
  python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
  php: ['guzzle', 'laravel'],
  c: true,
  clojure: true,
  csharp: true,
  dart: true,
  fsharp: true,
  go: true,
  http: true,
  java: true,
  julia: true,
  kotlin: true,
  node: true,
  objc: true,
  ocaml: true,
  powershell: true,
  r: true,
  ruby: true,
  rust: true,
  swift: true,
};
