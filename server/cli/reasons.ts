const NO_TLS = 'TLS failed; is the address http instead of https?';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  CONNECT_TIMEOUT: 'no connection in time; is a firewall in between?',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time; is a firewall in between?',
  EHOSTUNREACH: 'there is no route to that host',
  ENETUNREACH: 'there is no route to that network',
  ECONNRESET: 'the connection was closed unexpectedly',
  UND_ERR_SOCKET: 'the connection was closed unexpectedly',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine correct?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  EPROTO: NO_TLS,
  deadline: 'no response in time',
  interrupted: 'interrupted locally',
};

/** Explains why a call failed: "nothing listens there (ECONNREFUSED)". */
export function explainReason(reason: string): string {
  const known = REASONS[reason];
  if (known) return `${known} (${reason})`;
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(reason)) return `its certificate is not trusted here (${reason})`;
  return reason === 'no-code' ? 'the connection failed' : reason;
}
