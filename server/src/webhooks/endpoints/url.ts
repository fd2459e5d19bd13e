/**
 * Which addresses an endpoint may have. The IP address that the name resolves to is checked again at each connection.
 */

import { isIP } from 'node:net';
import { type AddressRules, isWebPort } from '../../http/addresses/addresses.ts';
import { AppError, type Text } from '../../kernel/errors.ts';

export const MAX_URL_CHARS = 2_000;

/** Names that resolve to this machine or its network with every resolver. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i;

/** The address as it will be called. Refuses an address that is not allowed and says what to change. */
export function checkedUrl(rules: AddressRules, livemode: boolean, given: string): string {
  if (given.length > MAX_URL_CHARS) throw refused(TOO_LONG);
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refused(NO_URL);
  if (url.username !== '' || url.password !== '') throw refused(CREDENTIALS);
  if (url.hash !== '') throw refused(FRAGMENT);
  if (url.port !== '' && !isWebPort(Number(url.port))) throw refused(PORT);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isLiteral = isIP(host) !== 0;
  if (isLiteral && !rules.mayConnect(host)) throw refused(PRIVATE);
  if (!isLiteral && LOCAL_NAME.test(host) && !rules.allowsAny) throw refused(PRIVATE);
  if (!isLiteral && !host.includes('.') && !rules.allowsAny) throw refused(PRIVATE);
  const mayBePlain = !livemode || (isLiteral ? rules.isAllowed(host) : rules.allowsAny);
  if (url.protocol === 'http:' && !mayBePlain) throw refused(PLAIN);
  return url.href;
}

function refused(text: Text): AppError {
  return new AppError('validation_failed', text);
}

const TOO_LONG: Text = {
  en: `\`url\` may have at most ${MAX_URL_CHARS} characters.`,
  es: `\`url\` puede tener como máximo ${MAX_URL_CHARS} caracteres.`,
};
const NO_URL: Text = {
  en: '`url` must be an address such as https://example.com/hooks.',
  es: '`url` debe ser una dirección como https://example.com/hooks.',
};
const CREDENTIALS: Text = {
  en: '`url` must not hold a user or password. Check the signature instead.',
  es: '`url` no debe llevar usuario ni contraseña. Compruebe en su lugar la firma.',
};
const FRAGMENT: Text = {
  en: '`url` must not have a part after `#`: it is never sent.',
  es: '`url` no debe tener una parte después de `#`: nunca se envía.',
};
const PORT: Text = {
  en: '`url` has a port where other services than web servers listen. Use 80, 443 or one from 1024 on that browsers connect to.',
  es: '`url` tiene un puerto en el que atienden servicios que no son web. Use 80, 443 o uno a partir del 1024 al que se conecten los navegadores.',
};
const PRIVATE: Text = {
  en: '`url` leads to an address that is not on the public internet. Use a public one, or ask the operator of this service to allow its network (SELLO_WEBHOOK_ALLOW).',
  es: '`url` lleva a una dirección que no está en la internet pública. Use una pública o pida al operador de este servicio que permita su red (SELLO_WEBHOOK_ALLOW).',
};
const PLAIN: Text = {
  en: '`url` must begin with https:// in live mode.',
  es: '`url` debe empezar con https:// en modo real.',
};
