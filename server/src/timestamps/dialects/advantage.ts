/**
 * Advantage Security (Reachcore, now Sovos): its SOAP service for constancias. The request holds a complete RFC 3161
 * query with the policy and without a nonce. `referencia` is a label for people; it is not documented as an id by which
 * an order can be found, so a call is repeated only as in the plain RFC 3161 dialect.
 */

import { encodeTimestampRequest } from '@sello/proof';
import type { PscConfig } from '../psc-config.ts';
import { PscFailure, refusesUs } from '../psc-failure.ts';
import type { DialectNeeds, PscDialect } from './dialect.ts';
import type { PscHttp } from './http-client.ts';
import { callSoap, childNamed, childText, element, SoapFault, tokenInBase64 } from './soap.ts';

const NAMESPACE = 'www.XMLWebServiceSoapHeaderAuth.net';

export function speakAdvantage({ now }: DialectNeeds, http: PscHttp, config: PscConfig): PscDialect {
  const { pathname, search } = new URL(config.url);
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(config.basic ?? '') ?? [];
  const header =
    `<AuthSoapHd xmlns="${NAMESPACE}">` +
    element('Usuario', user) +
    element('Clave', password) +
    element('Entidad', config.entity ?? '') +
    '</AuthSoapHd>';
  return {
    async fetchStamp({ sha256, orderId }, signal) {
      const query = encodeTimestampRequest({
        hashAlgorithm: 'SHA-256',
        digest: Buffer.from(sha256, 'hex'),
        certReq: true,
        ...(config.policy === undefined ? {} : { policy: config.policy }),
      });
      const body =
        `<GeneraConstancia xmlns="${NAMESPACE}">` +
        element('referencia', orderId) +
        element('solicitud', Buffer.from(query).toString('base64')) +
        '</GeneraConstancia>';
      const call = { path: pathname + search, action: `${NAMESPACE}/GeneraConstancia`, header, body };
      try {
        const response = await callSoap(http, { ...call, mayRepeat: true }, now, signal);
        const result = childNamed(response, 'GeneraConstanciaResult');
        const constancia = childText(result, 'Constancia');
        if (constancia) return { tsr: tokenInBase64(constancia) };
        throw refusal(`estado ${childText(result, 'Estado')}: ${childText(result, 'Descripcion') ?? ''}`);
      } catch (error) {
        throw error instanceof SoapFault ? refusal(`${error.code}: ${error.message}`, error) : error;
      }
    },
  };
}

/** No list of codes is published, so the description's wording decides the failure class. */
function refusal(reason: string, cause?: unknown): PscFailure {
  const said = `the provider refused: ${reason}`;
  if (/saldo|cr[eé]dito|folios?\b.*(agotad|disponib)/i.test(reason)) {
    return new PscFailure('out_of_credit', said, { cause });
  }
  if (/solicitud|digest|huella|pol[ií]tica|referencia/i.test(reason)) {
    return new PscFailure('rejected', said, { cause });
  }
  return refusesUs(said, { cause });
}
