/** The first calls with a new key, ready to be pasted. They contain its secret, so they are built in the browser. */

import type { Sample } from '../../../ui/code-tabs.tsx';
import type { KeyScope } from '../../api.ts';
import { certifySamples, type SampleWords } from './certify-samples.ts';

/** `words` describe the small file that the samples certify. */
type SampleOf = { baseUrl: string; secret: string; words: SampleWords };

/** A first call that a key with these scopes may make. */
export function firstCallSamples(of: SampleOf, scopes: readonly KeyScope[]): readonly Sample[] {
  if (scopes.includes('certificates:write')) return certifySamples(of.baseUrl, of.secret, of.words);
  if (scopes.includes('desk')) return readSamples(of, '/desk/courses');
  return readSamples(of, scopes.includes('certificates:read') ? '/certificates' : VERIFY);
}

/** Looks up the hash of the empty file, which anyone can compute. */
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
