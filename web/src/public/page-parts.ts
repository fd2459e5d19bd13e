/** The few things that both public pages do to their HTML. */

/** An element that the server's HTML is known to hold. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** Text and elements, never HTML: nothing that a file or a server says is read as markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}

/** What only works with a script stays hidden until there is one. */
export function showScriptParts(within: ParentNode = document): void {
  for (const element of within.querySelectorAll<HTMLElement>('[data-script]')) element.hidden = false;
}

/** One listener for all buttons, those that come later too. */
export function listenForCopies(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
    if (button === null || button.dataset.label !== undefined) return;
    await copyText(button.dataset.copy ?? '');
    button.dataset.label = button.textContent ?? '';
    button.textContent = button.dataset.done ?? '';
    button.classList.add('copied');
    setTimeout(() => {
      button.textContent = button.dataset.label ?? '';
      delete button.dataset.label;
      button.classList.remove('copied');
    }, 1_600);
  });
}

/** The clipboard is closed to pages without https; a selection can still be copied there. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = make('textarea', 'visually-hidden');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** Files that are dropped anywhere on the page, or chosen in `input`. */
export function listenForFiles(
  zone: HTMLElement,
  input: HTMLInputElement,
  take: (files: readonly File[]) => void,
): void {
  const mark = (isOver: boolean) => zone.classList.toggle('drop-over', isOver);
  // Without this the browser would leave the page and show the file.
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => mark(relatedTarget !== null));
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    mark(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) take(files);
  });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    // So that the same file, changed meanwhile, can be chosen again.
    input.value = '';
    if (files.length > 0) take(files);
  });
}

const SVG = 'http://www.w3.org/2000/svg';

const MARKS = {
  pass: 'M6.5 12.5l4 4 7.5-9',
  fail: 'M7 7l10 10M17 7L7 17',
  skipped: 'M7 12h10',
} as const;

/** Shape as well as colour, for those who see no colours. */
export function mark(kind: keyof typeof MARKS): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', MARKS[kind]);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('fill', 'none');
  svg.setAttribute('stroke', 'currentColor');
  svg.setAttribute('stroke-width', '2.5');
  svg.setAttribute('stroke-linecap', 'round');
  svg.setAttribute('stroke-linejoin', 'round');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}
