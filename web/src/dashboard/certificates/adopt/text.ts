export const TEXT = {
  en: {
    open: 'Adopt a constancia',
    title: 'Adopt a constancia from elsewhere',
    intro:
      'If another provider issued a constancia or time stamp for a file of yours, it can be kept here: in the log, anchored and renewed like a certificate. It uses one certificate and buys no stamp.',
    constancia: 'Constancia',
    constanciaHint: '.asn1 or .tsr, or the XML of Mifiel that holds it',
    original: 'Its file',
    originalHint: 'It stays on this computer: only its fingerprint is sent.',
    submit: 'Adopt',
    done: 'The constancia is now kept here',
  },
  es: {
    open: 'Adoptar una constancia',
    title: 'Adoptar una constancia de otro prestador',
    intro:
      'Si otro prestador emitió una constancia o un sello de tiempo de un archivo suyo, puede conservarse aquí: en el registro público, anclada y renovada como un certificado. Usa un certificado y no compra ningún sello.',
    constancia: 'Constancia',
    constanciaHint: '.asn1 o .tsr, o el XML de Mifiel que la contiene',
    original: 'Su archivo',
    originalHint: 'Se queda en este equipo: solo se envía su huella.',
    submit: 'Adoptar',
    done: 'La constancia se conserva aquí desde ahora',
  },
};
