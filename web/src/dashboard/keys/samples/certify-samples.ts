/** Certifying a file in four languages. Each sample is ready to run and makes its own small file. */

import type { Sample } from '../../../ui/code-tabs.tsx';

export type SampleWords = { title: string; fileName: string; content: string };

export function certifySamples(baseUrl: string, key: string, words: SampleWords): readonly Sample[] {
  const url = `${baseUrl}/api/public/v1/certificates`;
  return [
    { id: 'curl', label: 'curl', code: curl(url, key, words) },
    { id: 'javascript', label: 'JavaScript', code: javaScript(url, key, words) },
    { id: 'python', label: 'Python', code: python(url, key, words) },
    { id: 'php', label: 'PHP', code: php(url, key, words) },
  ];
}

const curl = (url: string, key: string, { title, fileName, content }: SampleWords) => `\
echo "${content}" > ${fileName}

curl ${url} \\
  -H "Authorization: Bearer ${key}" \\
  -F title="${title}" \\
  -F file=@${fileName}`;

const javaScript = (url: string, key: string, { title, fileName, content }: SampleWords) => `\
const form = new FormData();
form.set('title', '${title}');
form.set('file', new Blob(['${content}']), '${fileName}');

const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${key}' },
  body: form,
});
const { certificate } = await response.json();
console.log(certificate.qr_verification_url);`;

const python = (url: string, key: string, { title, fileName, content }: SampleWords) => `\
import requests  # pip install requests

response = requests.post(
    "${url}",
    headers={"Authorization": "Bearer ${key}"},
    data={"title": "${title}"},
    files={"file": ("${fileName}", "${content}".encode())},
)
print(response.json()["certificate"]["qr_verification_url"])`;

const php = (url: string, key: string, { title, fileName, content }: SampleWords) => `\
<?php // 8.1 or newer
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${key}'],
    CURLOPT_POSTFIELDS => [
        'title' => '${title}',
        'file' => new CURLStringFile('${content}', '${fileName}'),
    ],
]);
$answer = json_decode(curl_exec($request), true);
echo $answer['certificate']['qr_verification_url'];`;
