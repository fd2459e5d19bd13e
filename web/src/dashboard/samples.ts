/** The first calls with a key, ready to be pasted. They hold the secret, so they are made where it is shown. */

import type { Sample } from '../ui/code-tabs.tsx';
import type { Scope } from './api.ts';

export type SampleOf = { baseUrl: string; secret: string };

/** What a key of these scopes can do first. */
export function firstCallSamples(of: SampleOf, scopes: readonly Scope[]): readonly Sample[] {
  if (scopes.includes('certificates:write')) return certifySamples(of);
  return readSamples(of, scopes.includes('certificates:read') ? '/certificates' : VERIFY);
}

/** Certifies a file. The fields stand before the file, since the server reads them first. */
export function certifySamples({ baseUrl, secret }: SampleOf): readonly Sample[] {
  const url = `${baseUrl}/api/public/v1/certificates`;
  return [
    {
      id: 'curl',
      label: 'curl',
      code: `curl ${url} \\
  -H "Authorization: Bearer ${secret}" \\
  -F "title=Contrato" \\
  -F "file=@contrato.pdf"`,
    },
    {
      id: 'javascript',
      label: 'JavaScript',
      code: `import { openAsBlob } from 'node:fs';

const form = new FormData();
form.set('title', 'Contrato');
form.set('file', await openAsBlob('contrato.pdf'), 'contrato.pdf');

const answer = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${secret}' },
  body: form,
});
const { certificate } = await answer.json();
console.log(certificate.qr_verification_url);`,
    },
    {
      id: 'python',
      label: 'Python',
      code: `import requests

answer = requests.post(
    "${url}",
    headers={"Authorization": "Bearer ${secret}"},
    data={"title": "Contrato"},
    files={"file": open("contrato.pdf", "rb")},
)
answer.raise_for_status()
print(answer.json()["certificate"]["qr_verification_url"])`,
    },
    {
      id: 'php',
      label: 'PHP',
      code: `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${secret}'],
    CURLOPT_POSTFIELDS => [
        'title' => 'Contrato',
        'file' => new CURLFile('contrato.pdf'),
    ],
]);
$answer = json_decode(curl_exec($request), true);
echo $answer['certificate']['qr_verification_url'];`,
    },
  ];
}

/** Of the empty file: a hash that everybody can compute. */
const VERIFY = '/verify/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function readSamples({ baseUrl, secret }: SampleOf, path: string): readonly Sample[] {
  const url = `${baseUrl}/api/public/v1${path}`;
  return [
    { id: 'curl', label: 'curl', code: `curl ${url} \\\n  -H "Authorization: Bearer ${secret}"` },
    {
      id: 'javascript',
      label: 'JavaScript',
      code: `const answer = await fetch('${url}', {
  headers: { Authorization: 'Bearer ${secret}' },
});
console.log(await answer.json());`,
    },
    {
      id: 'python',
      label: 'Python',
      code: `import requests

answer = requests.get("${url}", headers={"Authorization": "Bearer ${secret}"})
answer.raise_for_status()
print(answer.json())`,
    },
    {
      id: 'php',
      label: 'PHP',
      code: `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${secret}'],
]);
print_r(json_decode(curl_exec($request), true));`,
    },
  ];
}
