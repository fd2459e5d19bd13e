/** What the dashboard's back end sends, as it stands on the wire. */

export type Mode = 'live' | 'test';

export type Settings = { service_name: string; base_url: string; signup: 'open' | 'closed'; mail: boolean };

export type Account = {
  id: string;
  email: string;
  name: string;
  certificates_left: number;
  created_at: string;
  language: 'es' | 'en' | null;
  time_zone: string | null;
  second_factor: boolean;
  deletion_requested_at: string | null;
};

export type Allowance = { certificates_left: number; certificates_made: number };

export type QuickStart = {
  key_made: boolean;
  first_call: boolean;
  first_certificate: boolean;
  page_opened: boolean;
};

export type Me = {
  account: Account;
  allowance: Allowance;
  usage: { month_requests: number; month_certificates: number };
  quick_start: QuickStart;
};

export type Session = {
  id: string;
  current: boolean;
  created_at: string;
  last_seen_at: string;
  ip: string | null;
  user_agent: string | null;
};

export type SecondFactorSetup = { secret: string; otpauth_url: string; qr_svg: string };

export type AuditEvent = {
  id: string;
  at: string;
  action: string;
  actor: { type: 'person' | 'operator' | 'key'; name: string };
  ip: string | null;
  user_agent: string | null;
  target: string | null;
  details: Readonly<Record<string, unknown>>;
};

export const SCOPES = ['certificates:write', 'certificates:read', 'proofs:read', 'verify:read'] as const;
export type Scope = (typeof SCOPES)[number];

export type ApiKey = {
  id: string;
  object: 'key';
  name: string;
  mode: Mode;
  status: 'active' | 'expired' | 'revoked';
  scopes: readonly Scope[];
  rate_per_minute: number;
  monthly_quota: number;
  month_requests: number;
  /** First and last characters, to tell keys apart. */
  hint: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  revoked_reason: string | null;
  last_used_at: string | null;
  /** Until when a secret from before a rotation still works. */
  old_secret_ends_at: string | null;
};

export type ApiKeyWithSecret = ApiKey & { secret: string };

export type NewKey = {
  name: string;
  mode: Mode;
  scopes?: readonly Scope[];
  rate_per_minute?: number;
  monthly_quota?: number;
  expires_at?: string | null;
};

export type KeyChange = Partial<Omit<NewKey, 'mode'>>;

export type CertificateStatus = 'stamped' | 'anchoring' | 'certified';

export type Certificate = {
  id: string;
  object: 'certificate';
  livemode: boolean;
  status: CertificateStatus;
  title: string;
  description: string | null;
  document_type: string | null;
  file: { name: string; mime: string; size: number; sha256: string };
  nom151: {
    status: 'issued';
    psc: string;
    serial: string;
    policy_oid: string;
    gen_time: string;
    accuracy_ms: number | null;
    accredited: boolean;
    warnings: readonly { code: string; message: string }[];
  };
  blockchain: {
    status: 'pending' | 'anchored' | 'final';
    network: string | null;
    chain_id: number | null;
    tx_id: string | null;
    block_number: number | null;
    block_hash: string | null;
    block_time: string | null;
    confirmations: number | null;
    merkle_root: string | null;
  };
  qr_verification_url: string;
  created_at: string;
  updated_at: string;
};

export type Pagination = { total: number; limit: number; offset: number; has_more: boolean };

export type CertificateQuery = {
  limit?: number;
  offset?: number;
  status?: CertificateStatus;
  document_type?: string;
  sha256?: string;
  q?: string;
  created_after?: string;
  created_before?: string;
};

export type TimelineStep = {
  step: 'received' | 'stamped' | 'logged' | 'in_block' | 'final';
  state: 'done' | 'now' | 'waiting';
  at: string | null;
  detail: { en: string; es: string } | null;
};

export type CertificateDetail = {
  certificate: Certificate;
  timeline: readonly TimelineStep[];
  estimate: { seconds: number | null };
};

export type ProofType = 'file' | 'nom151' | 'blockchain' | 'bundle' | 'constancia';

export type UsageDay = {
  date: string;
  requests: number;
  certificates: number;
  ok: number;
  client_errors: number;
  server_errors: number;
};

export type Usage = {
  days: readonly UsageDay[];
  /** `key_id` is null for what people did in the dashboard. */
  keys: readonly {
    key_id: string | null;
    name: string | null;
    mode: Mode;
    requests: number;
    certificates: number;
  }[];
  month: { requests: number; certificates: number };
  allowance: Allowance;
};

export type UsageQuery = { from?: string; to?: string; key_id?: string };
