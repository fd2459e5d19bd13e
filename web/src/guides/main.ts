/** The pages of the guides need no script; with one, each block of commands can be copied. */

import './guides.css';

const WORDS = {
  es: { copy: 'Copiar', copied: 'Copiado' },
  en: { copy: 'Copy', copied: 'Copied' },
};

const words = document.documentElement.lang === 'es' ? WORDS.es : WORDS.en;

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = words.copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = words.copied;
  });
  const frame = document.createElement('div');
  frame.className = 'copyable';
  block.replaceWith(frame);
  frame.append(block, button);
}
