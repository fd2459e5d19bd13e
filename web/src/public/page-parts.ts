/** DOM helpers shared by both public pages. */

/** An element that the server's HTML always contains. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** Takes text and elements, never HTML, so that file names and server texts cannot inject markup. */
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

/** Shows the parts that need JavaScript. */
export function showScriptParts(within: ParentNode = document): void {
  for (const element of within.querySelectorAll<HTMLElement>('[data-script]')) element.hidden = false;
}

/** One listener on the document, so that buttons added later work too. */
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

/** The clipboard API exists only on https and localhost; the old way works everywhere. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = make('textarea', 'visually-hidden');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** Takes files dropped anywhere on the page or chosen in `input`. */
export function listenForFiles(
  zone: HTMLElement,
  input: HTMLInputElement,
  take: (files: readonly File[]) => void,
): void {
  const mark = (isOver: boolean) => zone.classList.toggle('drop-over', isOver);
  // Without this, the browser would leave the page and open the file.
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
    // Clears the input, so that the same file can be chosen again.
    input.value = '';
    if (files.length > 0) take(files);
  });
}

const SVG = 'http://www.w3.org/2000/svg';

const MARKS = {
  pass: 'M6.5 12.5l4 4 7.5-9',
  tolerated: 'M5.5 13.5q3.2-4 6.5-1.5t6.5-1.5',
  unconfirmed: 'M9 9.5a3 3 0 1 1 4.6 2.6c-1 .6-1.6 1.2-1.6 2.4M12 17.6v.1',
  fail: 'M7 7l10 10M17 7L7 17',
  skipped: 'M7 12h10',
} as const;

/** A shape for each outcome, so that nobody depends on colour alone. */
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
