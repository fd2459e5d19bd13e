/**
 * The list of what can be wrong with a running service. It is shown alike by `/readyz`, `sello status`, `/metrics`,
 * the alerts (deploy/prometheus-rules.yaml) and docs/operations.md. `npm run docs` writes the last two from it.
 */

import type { Text } from '../../kernel/errors.ts';

/** What a condition can affect: one of the services to callers, or the upkeep of the server itself. */
export const PARTS = ['certifying', 'reading', 'files', 'log', 'anchoring', 'mail', 'upkeep'] as const;
export type Part = (typeof PARTS)[number];

type Condition = {
  /** `red` means that the affected parts do not work; `yellow` means that they work but somebody must look. */
  level: 'red' | 'yellow';
  touches: readonly Part[];
  /** How many minutes the condition must last before an alert is sent. */
  alertAfterMinutes: number;
  what: Text;
  mend: Text;
};

export type ConditionName = keyof typeof CONDITIONS;

/** The conditions, the most urgent first. */
const CONDITIONS = {
  database_away: {
    level: 'red',
    touches: ['certifying', 'reading', 'files', 'log', 'anchoring'],
    alertAfterMinutes: 1,
    what: {
      en: 'The database does not answer; callers get 503.',
      es: 'La base de datos no responde; se contesta 503.',
    },
    mend: {
      en: 'Start the database, or repair the network to it. Servers reconnect by themselves.',
      es: 'Inicie la base de datos o repare la red hacia ella. Los servidores se reconectan solos.',
    },
  },
  past_lost: {
    level: 'red',
    touches: ['certifying', 'log', 'anchoring'],
    alertAfterMinutes: 0,
    what: {
      en: 'The database is older than what its log has signed; nothing is certified.',
      es: 'La base de datos es anterior a lo que su registro ya firmó; no se certifica nada.',
    },
    mend: {
      en: 'Stop all servers and see sello recover.',
      es: 'Detenga todos los servidores y vea sello recover.',
    },
  },
  standby_missing: {
    level: 'red',
    touches: ['certifying', 'log', 'anchoring'],
    alertAfterMinutes: 1,
    what: {
      en: 'No standby of the database confirms commits; every write gets 503, and reading goes on.',
      es: 'Ninguna réplica síncrona confirma; toda escritura recibe 503 y la lectura continúa.',
    },
    mend: {
      en: 'Bring a standby back. Removing it from synchronous_standby_names helps too, but then the loss of the primary loses commits.',
      es: 'Recupere una réplica. Quitarla de synchronous_standby_names también sirve, pero entonces perder el primario pierde datos confirmados.',
    },
  },
  files_away: {
    level: 'red',
    touches: ['certifying', 'files'],
    alertAfterMinutes: 1,
    what: {
      en: 'The store of original files cannot be used; files get 503, and certificates are still read.',
      es: 'El almacén de archivos originales no se puede usar; los archivos reciben 503 y los certificados se siguen leyendo.',
    },
    mend: {
      en: 'Look at the bucket and the SELLO_S3 settings, or at the disk of the data folder. No restart is needed.',
      es: 'Revise el bucket y los ajustes SELLO_S3, o el disco de la carpeta de datos. No hace falta reiniciar.',
    },
  },
  disk_full: {
    level: 'red',
    touches: ['certifying'],
    alertAfterMinutes: 1,
    what: {
      en: 'The disk of the data folder is full, in bytes or in files.',
      es: 'El disco de la carpeta de datos está lleno, en bytes o en archivos.',
    },
    mend: {
      en: 'Free or add space; df and df --inodes show what is short. No restart is needed.',
      es: 'Libere o agregue espacio; df y df --inodes muestran qué falta. No hace falta reiniciar.',
    },
  },
  providers_away: {
    level: 'red',
    touches: ['certifying'],
    alertAfterMinutes: 2,
    what: {
      en: 'No provider gives a valid time stamp; callers get 502.',
      es: 'Ningún proveedor da un sello de tiempo válido; se contesta 502.',
    },
    mend: {
      en: 'psc.failed in the program’s log says why; a second provider in SELLO_PSC_FILE takes over by itself.',
      es: 'psc.failed en los mensajes del programa dice por qué; un segundo proveedor en SELLO_PSC_FILE toma el relevo solo.',
    },
  },
  log_not_sequenced: {
    level: 'red',
    touches: ['log', 'anchoring'],
    alertAfterMinutes: 1,
    what: {
      en: 'Certificates have waited for their place in the log for a minute.',
      es: 'Hay certificados que esperan su lugar en el registro público desde hace un minuto.',
    },
    mend: {
      en: 'Look whether a worker runs, or a server without SELLO_BACKGROUND=off, and at worker.failed in its log.',
      es: 'Revise si corre un worker, o un servidor sin SELLO_BACKGROUND=off, y worker.failed en sus mensajes.',
    },
  },
  log_forked: {
    level: 'red',
    touches: ['log'],
    alertAfterMinutes: 0,
    what: {
      en: 'A witness has seen another log than this one.',
      es: 'Un testigo vio un registro distinto de este.',
    },
    mend: {
      en: 'Find out which copy is right before anything else: docs/operations.md, “Witnesses”.',
      es: 'Averigüe antes que nada cuál copia es la correcta: docs/operations.md, “Witnesses”.',
    },
  },
  mail_failing: {
    level: 'red',
    touches: ['mail'],
    alertAfterMinutes: 5,
    what: {
      en: 'The mail server takes no mails; they wait here and are tried again for an hour.',
      es: 'El servidor de correo no acepta mensajes; esperan aquí y se reintentan durante una hora.',
    },
    mend: {
      en: 'Look at the mail server, SELLO_SMTP_URL and mail.failed in the program’s log.',
      es: 'Revise el servidor de correo, SELLO_SMTP_URL y mail.failed en los mensajes del programa.',
    },
  },
  provider_failing: {
    level: 'yellow',
    touches: ['certifying'],
    alertAfterMinutes: 5,
    what: {
      en: 'A provider of time stamps fails, and another stamps in its place.',
      es: 'Un proveedor de sellos de tiempo falla y otro sella en su lugar.',
    },
    mend: {
      en: 'psc.failed in the program’s log says why: pay, check the login, or call the provider.',
      es: 'psc.failed en los mensajes del programa dice por qué: pague, revise el acceso o llame al proveedor.',
    },
  },
  chain_problem: {
    level: 'yellow',
    touches: ['anchoring'],
    alertAfterMinutes: 5,
    what: {
      en: 'Something hinders anchoring; certificates stay “anchoring”.',
      es: 'Algo impide el anclaje; los certificados siguen en “anchoring”.',
    },
    mend: {
      en: 'The code says what: docs/operations.md, “The chain is stuck”.',
      es: 'El código dice qué: docs/operations.md, “The chain is stuck”.',
    },
  },
  witness_problem: {
    level: 'yellow',
    touches: ['log'],
    alertAfterMinutes: 10,
    what: { en: 'A witness does not cosign.', es: 'Un testigo no refrenda.' },
    mend: {
      en: 'The code says why: docs/operations.md, “Witnesses”.',
      es: 'El código dice por qué: docs/operations.md, “Witnesses”.',
    },
  },
  log_not_stamped: {
    level: 'yellow',
    touches: ['log'],
    alertAfterMinutes: 24 * 60,
    what: {
      en: 'The provider does not stamp the log; evidence made since then rests on the keys of its own stamp.',
      es: 'El proveedor no sella el registro; la evidencia hecha desde entonces depende solo de las llaves de su propio sello.',
    },
    mend: { en: 'sello status says why.', es: 'sello status dice por qué.' },
  },
  disk_nearly_full: {
    level: 'yellow',
    touches: ['certifying'],
    alertAfterMinutes: 10,
    what: {
      en: 'Less than a tenth of the disk of the data folder is free, in bytes or in files.',
      es: 'Queda libre menos de una décima parte del disco de la carpeta de datos, en bytes o en archivos.',
    },
    mend: {
      en: 'Free or add space before it is full; df and df --inodes show which is short.',
      es: 'Libere o agregue espacio antes de que se llene; df y df --inodes muestran qué escasea.',
    },
  },
  descriptors_short: {
    level: 'yellow',
    touches: ['certifying', 'reading'],
    alertAfterMinutes: 5,
    what: {
      en: 'Nine tenths of the files and connections that the system allows this process are open.',
      es: 'Están abiertos nueve décimos de los archivos y conexiones que el sistema permite a este proceso.',
    },
    mend: {
      en: 'Raise the limit of open files (LimitNOFILE in systemd), or lower SELLO_MAX_CONNECTIONS_PER_NETWORK.',
      es: 'Suba el límite de archivos abiertos (LimitNOFILE en systemd) o baje SELLO_MAX_CONNECTIONS_PER_NETWORK.',
    },
  },
  clock_off: {
    level: 'yellow',
    touches: ['certifying'],
    alertAfterMinutes: 5,
    what: {
      en: 'The clock of this machine and the provider’s time stamps differ by more than a second.',
      es: 'El reloj de esta máquina y los sellos del proveedor difieren en más de un segundo.',
    },
    mend: {
      en: 'Look at the time service of the machine (chronyc tracking); beyond five minutes no stamp is accepted.',
      es: 'Revise el servicio de hora de la máquina (chronyc tracking); con más de cinco minutos no se acepta ningún sello.',
    },
  },
  presence_lost: {
    level: 'yellow',
    touches: ['upkeep'],
    alertAfterMinutes: 1,
    what: {
      en: 'The other processes do not see this one: its own connection to the database is lost and is being opened again.',
      es: 'Los demás procesos no ven a este: perdió su propia conexión a la base de datos y la está abriendo de nuevo.',
    },
    mend: {
      en: 'If it stays so, look for free connections (max_connections) and for a pooler in between.',
      es: 'Si sigue así, revise si hay conexiones libres (max_connections) y si hay un agrupador de por medio.',
    },
  },
  replica_behind: {
    level: 'yellow',
    touches: ['reading'],
    alertAfterMinutes: 5,
    what: {
      en: 'The read replica lags behind; the database itself answers.',
      es: 'La réplica de lectura está atrasada; responde la base de datos misma.',
    },
    mend: { en: 'Look at its replay and its network.', es: 'Revise su reproducción y su red.' },
  },
  replica_away: {
    level: 'yellow',
    touches: ['reading'],
    alertAfterMinutes: 5,
    what: {
      en: 'The read replica cannot be used; the database itself answers.',
      es: 'La réplica de lectura no se puede usar; responde la base de datos misma.',
    },
    mend: {
      en: 'Look whether it runs, and at SELLO_DATABASE_REPLICA_URL.',
      es: 'Revise si corre, y SELLO_DATABASE_REPLICA_URL.',
    },
  },
  cleanups_waiting: {
    level: 'yellow',
    touches: ['upkeep'],
    alertAfterMinutes: 10,
    what: {
      en: 'Clean-ups of refused requests wait: calls to be given back, certificates set aside.',
      es: 'Esperan limpiezas de solicitudes rechazadas: llamadas por devolver, certificados apartados.',
    },
    mend: {
      en: 'They are done by themselves after an outage; if not, see cleanup.failed in the program’s log.',
      es: 'Se hacen solas después de una interrupción; si no, vea cleanup.failed en los mensajes del programa.',
    },
  },
  migrations_pending: {
    level: 'yellow',
    touches: ['upkeep'],
    alertAfterMinutes: 60,
    what: {
      en: 'The schema of the database is older than this version.',
      es: 'El esquema de la base de datos es anterior a esta versión.',
    },
    mend: {
      en: 'Run sello migrate, once no process of an older version runs.',
      es: 'Ejecute sello migrate cuando ya no corra ningún proceso de una versión anterior.',
    },
  },
} satisfies Record<string, Condition>;

export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[];

export function conditionOf(name: ConditionName): Condition {
  return CONDITIONS[name];
}
