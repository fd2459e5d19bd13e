/** SOAP for two providers' test servers; shares no code with the client's reader. */

import type { PscReply, PscRequest } from './psc-server.ts';

const XML = { 'content-type': 'text/xml; charset=utf-8' };

export function soapReply(body: string): PscReply {
  return {
    status: 200,
    headers: XML,
    body:
      '<?xml version="1.0" encoding="utf-8"?>\n' +
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n' +
      `  <soap:Body>${body}</soap:Body>\n</soap:Envelope>`,
  };
}

export function soapFault(code: string, text: string): PscReply {
  const fault = `<soap:Fault><faultcode>${code}</faultcode><faultstring>${escapeXml(text)}</faultstring><detail /></soap:Fault>`;
  return { ...soapReply(fault), status: 500 };
}

/** The text of the only element with this name, or undefined. */
export function soapText({ body }: PscRequest, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1];
  return text?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
