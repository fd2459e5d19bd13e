/**
 * PSC World's SOAP service for constancias. `identificador` is our id: a second order under it is refused, and
 * its constancia can be fetched again.
 */

import type { PscConfig } from '../psc-config.ts';
import { PscFailure, refusesUs } from '../psc-failure.ts';
import { buyOnce } from './buy-once.ts';
import type { DialectNeeds, PscDialect, UnverifiedStamp } from './dialect.ts';
import type { PscHttp } from './http-client.ts';
import { callSoap, childText, element, SoapFault, tokenInBase64 } from './soap.ts';

type Operation = 'Genera' | 'Recupera';

export function speakPscWorld({ now }: DialectNeeds, http: PscHttp, config: PscConfig): PscDialect {
  const { pathname, search } = new URL(config.url);
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(config.basic ?? '') ?? [];
  /** The result's text: a constancia in base64, or `ERROR: CODE`. */
  const call = async (operation: Operation, fields: string, signal: AbortSignal): Promise<string> => {
    const body =
      `<${operation} xmlns="http://tempuri.org/">` +
      element('usuario', user) +
      element('password', password) +
      `${fields}</${operation}>`;
    const action = `http://tempuri.org/IClient/${operation}`;
    const mayRepeat = operation === 'Recupera';
    try {
      const response = await callSoap(
        http,
        { path: pathname + search, action, body, mayRepeat },
        now,
        signal,
      );
      return childText(response, `${operation}Result`) ?? '';
    } catch (error) {
      if (!(error instanceof SoapFault)) throw error;
      // Refusals come in the result; a fault is an internal error of the service.
      const reason = `the provider failed: ${error.code}: ${error.message}`;
      throw refusesUs(reason, { cause: error, isOutcomeUnknown: true });
    }
  };
  return {
    fetchStamp({ sha256, orderId }, signal) {
      const identifier = element('identificador', orderId);
      const recover = async (): Promise<UnverifiedStamp | undefined> => {
        const result = await call('Recupera', identifier, signal);
        return errorIn(result) === 'CONSTANCIA_NO_ENCONTRADA' ? undefined : { tsr: tokenIn(result) };
      };
      const order = async (): Promise<UnverifiedStamp> => {
        const hash = element('hash', Buffer.from(sha256, 'hex').toString('base64'));
        const result = await call('Genera', hash + identifier, signal);
        if (errorIn(result) !== 'IDENTIFICADOR_EXISTENTE') return { tsr: tokenIn(result) };
        const sold = await recover();
        if (sold === undefined)
          throw refusesUs('the identifier is taken, but no constancia is stored under it');
        return sold;
      };
      return buyOnce(order, recover);
    },
  };
}

function errorIn(result: string): string | undefined {
  return /^ERROR: ?(\w+)/.exec(result)?.[1];
}

function tokenIn(result: string): Uint8Array {
  const code = errorIn(result);
  if (code === undefined) return tokenInBase64(result);
  const reason = `the provider answered ${code}`;
  if (code === 'EMPRESA_SIN_SALDO') throw new PscFailure('out_of_credit', reason);
  throw ABOUT_THE_REQUEST.has(code) ? new PscFailure('rejected', reason) : refusesUs(reason);
}

/** The codes that concern the request. All other codes concern our user, our company or the service. */
const ABOUT_THE_REQUEST: ReadonlySet<string> = new Set([
  'ID_NO_PROPORCIONADO',
  'BASE64_NO_PROPORCIONADO',
  'HASH_NO_ES_SHA256',
  'CERTIFICADO_INCORRECTO',
  'CONSTANCIA_NO_ENCONTRADA',
  'OID_INCORRECTO',
]);
