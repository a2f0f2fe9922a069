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
  EPROTO: NO_TLS,
  deadline: 'no response in time',
  interrupted: 'interrupted locally',
};

/** Explains why a call failed: "nothing is listening there (ECONNREFUSED)". */
export function explainReason(reason: string): string {
  const known = REASONS[reason];
  if (known) return `${known} (${reason})`;
  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST)/.test(reason)) return `${NO_TLS} (${reason})`;
  if (reason.startsWith('ERR_SSL_')) return `the TLS handshake failed (${reason})`;
  if (isUntrusted(reason)) return `its certificate is not trusted here (${reason})`;
  return reason === 'no-code' ? 'the connection failed' : reason;
}

/** Whether a certificate comes from an authority that this machine does not know. */
export function isUntrusted(reason: string): boolean {
  return !REASONS[reason] && !reason.startsWith('ERR_SSL_') && /CERT|SIGNATURE|SELF_SIGNED/.test(reason);
}
