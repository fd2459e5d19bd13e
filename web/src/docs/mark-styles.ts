/**
 * Makes Scalar comply with the page's content security policy, which allows inline styles only with a nonce.
 * Style elements made by scripts get the nonce; style attributes are set through the CSSOM, which the policy allows.
 */
export function markStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

  const { createElement } = document;
  document.createElement = function createMarked(this: Document, ...args: Parameters<typeof createElement>) {
    const element = createElement.apply(this, args);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  } as typeof createElement;

  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function setAllowed(this: Element, name: string, value: string) {
    if (name === 'style' && this instanceof HTMLElement) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };

  const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...innerHtml,
    set(this: Element, html: string) {
      innerHtml?.set?.call(this, String(html).replace(STYLE_OF_TAG, '$1data-style='));
      for (const element of this.querySelectorAll<HTMLElement>('[data-style]'))
        element.style.cssText = element.dataset.style ?? '';
    },
  });
}

/** Serialised HTML escapes `<` in texts, so this matches attributes of tags only. */
const STYLE_OF_TAG = /(<[a-z][^<>]*?\s)style=/gi;
