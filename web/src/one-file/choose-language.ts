/** The language that the address asks for (`?lang=en`), else the browser's. */

const asked = new URLSearchParams(location.search).get('lang') ?? navigator.language;

document.documentElement.lang = /^es\b/i.test(asked) ? 'es' : 'en';
