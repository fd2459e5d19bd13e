/** The notes on the sources of each template, in Spanish. The English notes are in the rules themselves. */

type TemplateWords = { confirmed: string; notes?: string };

export const TEMPLATES_ES: Readonly<Record<string, TemplateWords>> = {
  'mx-neurologia': {
    confirmed:
      'capítulo 1 (actividad asistencial) al menos 50 y como máximo 125, un solo puesto a la vez, comités como máximo 2 al año; los 250 puntos en 5 años son de todo el CONACEM',
    notes: 'Los mínimos de los capítulos 2 a 5 no se pudieron leer en esa página y no se incluyen.',
  },
  'mx-neurofisiologia': {
    confirmed:
      '250 en 5 años; mínimos por capítulo 50/25/135/20/20; docencia e investigación se pueden compensar con excedente de los demás',
    notes:
      'Los cinco mínimos suman exactamente 250, así que «se pueden compensar» significa: sin mínimo propio, con el mismo total.',
  },
  'mx-neuroanestesia': {
    confirmed:
      '250 puntos; capítulo 1 al menos 50, capítulo 2 al menos 25; un puesto por periodo; comités como máximo 2 al año',
  },
  'mx-pediatria': {
    confirmed: '50 puntos en cada uno de los 5 años; un curso de la misma subespecialidad; si no, por examen',
    notes: '«Un solo curso de la misma subespecialidad» se lee como: al año.',
  },
  'mx-cardiologia-examen': {
    confirmed: 'examen, actividad asistencial y al menos 70 puntos de educación continua en 5 años',
  },
  'mx-imcp': {
    confirmed:
      'desde 2015 al menos 5 puntos al año de ética y responsabilidades; la certificación dura 4 años',
    notes: 'El total anual de la tabla de la NDPC no se pudo confirmar y NO se incluye.',
  },
  'pmi-pmp': {
    confirmed:
      '60 PDU en 3 años; educación al menos 35, con al menos 8 en cada lado del triángulo; contribución como máximo 25, trabajo como máximo 8; hasta 20 de los últimos 12 meses pasan al siguiente; renovar antes no mueve el ciclo',
  },
  'isc2-cissp': {
    confirmed:
      '120 en 3 años, al menos 90 del grupo A; solo pasan al siguiente los del grupo A, como máximo 40, de los últimos 6 meses; 90 días para reportar lo obtenido antes',
    notes: 'Hoy 40 al año es una recomendación (antes era una regla); no se exige.',
  },
  'us-ca-cpa': {
    confirmed:
      '80 en 2 años, 20 cada año, 40 técnicos, 12 técnicos cada año, 4 de ética, 2 de revisión regulatoria cada 6 años; auditores: 24 de contabilidad y auditoría y 4 de fraude; docencia como máximo 50 %, escritos como máximo 25 %',
  },
  'us-tx-cpa': {
    confirmed:
      'licencia anual; 120 en cualesquiera 3 años seguidos, 20 en cada año; 4 de ética cada 2 años; programas no técnicos, nano y de certificación cada uno como máximo 50 % de los 120; artículos como máximo 10 al año',
    notes:
      'Un tope «como máximo X de los T exigidos» sobre un conjunto que no es una rama del árbol se escribe como su igual: al menos T - X fuera de ese conjunto.',
  },
  'us-fl-rn': {
    confirmed:
      '24 en 24 meses: errores 2, leyes 2 y trata 2 cada vez, deterioro 2 cada 4 años; VIH 1 antes de la primera renovación; violencia doméstica 2 cada tercera renovación, ADEMÁS (26); en un primer bienio corto, 1 hora por mes o fracción',
    notes:
      'Dos páginas difieren sobre deterioro (cada renovación; una sí y otra no): se sigue la del propio consejo.',
  },
  'uk-icaew': {
    confirmed:
      'año del 1 de noviembre al 31 de octubre; categoría 1: 40, de ellas 30 verificables; 2: 30/20; 3: 20/10; al menos 1 hora verificable de ética',
  },
  'us-ancc': {
    confirmed:
      '75 horas de contacto en 5 años, y una categoría más: 5 créditos académicos, ponencias de 5 horas, o una publicación o proyecto.',
    notes:
      'No se incluyen las partes de especialidad y farmacología. Las ponencias se cuentan como 5 acreditaciones, y las 120 horas de preceptor se toman sin una página que las muestre.',
  },
  'us-ny-cle': {
    confirmed:
      '24 créditos en cada ciclo de dos años, de ellos 4 de ética, 1 de diversidad y 1 de ciberseguridad; se arrastran 6 como máximo.',
    notes:
      'El excedente de ética se arrastra como crédito general. Los créditos de ciberseguridad que valen como ética los registra así quien revisa.',
  },
  'us-aia': {
    confirmed: '18 unidades al año, 12 de ellas de HSW; hasta 18 pasan solo al año siguiente.',
    notes:
      'La página menciona 8 de HSW entre las 18 que se arrastran; se usan las 12 de hoy. Los nueve meses para reponer un faltante son una prórroga.',
  },
  'isaca-cisa': {
    confirmed: '120 horas en tres años, al menos 20 en cada uno; el año de reporte empieza el 1 de enero.',
    notes:
      'Los meses del primer año cuentan en el primer año completo. No se incluyen los límites por actividad.',
  },
  'us-nccpa': {
    confirmed:
      '100 créditos en cada ciclo de dos años, 50 de categoría 1; la autoevaluación cuenta una vez y media, y los primeros 20 créditos PI-CME del ciclo, el doble.',
    notes: 'El registro abre en mayo antes del ciclo; quien revisa anota esos créditos con un día del ciclo.',
  },
  'cr-medicos': {
    confirmed: '60 créditos en 3 años o un examen; con enfermedad se conserva lo obtenido',
  },
  'co-scare': {
    confirmed: '1000 puntos en 5 años: 500 por ejercicio y 500 por desarrollo académico',
  },
};
