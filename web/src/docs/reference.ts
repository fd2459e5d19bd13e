/** The API reference, rendered by Scalar. It neither contacts nor links to any other site. */

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
    // There is no default client, so the document's own samples come first, which our tests run.
    hiddenClients: HIDDEN_CLIENTS,
  });
}

/** Whether the page is dark: by the visitor's choice, otherwise by the system's. */
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

/** Leaves curl, JavaScript (fetch), Python (requests) and PHP (cURL). */
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
