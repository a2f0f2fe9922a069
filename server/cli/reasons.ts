const NO_TLS = 'TLS failed; is the address http instead of https?';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host name',
  EAI_AGAIN: 'the host name cannot be looked up now',
  CONNECT_TIMEOUT: 'nothing answers there; is a firewall in between?',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers there; is a firewall in between?',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  EPROTO: NO_TLS,
  deadline: 'no answer came in time',
  interrupted: 'it was interrupted here',
};

/** Explains why a call failed: "nothing listens there (ECONNREFUSED)". */
export function explainReason(reason: string): string {
  const known = REASONS[reason];
  if (known) return `${known} (${reason})`;
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(reason)) return `its certificate is not trusted here (${reason})`;
  return reason === 'no-code' ? 'the connection failed' : reason;
}
