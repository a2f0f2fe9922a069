const NO_TLS = 'TLS failed; is the address http instead of https?';
const UNTRUSTED =
  'its certificate is not trusted here; NODE_EXTRA_CA_CERTS in the environment (not in .env) names a file with yours';

/** The request has never left: there was no connection, or no TLS on it. */
const NEVER_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time; is a firewall in between?',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_HTTP_REQUEST: NO_TLS,
};

/** Others, of Postgres too (its documentation, Appendix A). */
const OTHERS: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was closed unexpectedly',
  UND_ERR_SOCKET: 'the connection was closed unexpectedly',
  deadline: 'no response in time',
  interrupted: 'interrupted locally',
  '28P01': 'it does not accept the user or the password',
  '3D000': 'the database does not exist',
};

/** Explains why a call failed: "nothing is listening there (ECONNREFUSED)". */
export function explainReason(reason: string): string {
  const known = NEVER_SENT[reason] ?? OTHERS[reason];
  if (known) return `${known} (${reason})`;
  return reason === 'no-code' ? 'the connection failed' : reason;
}

/** Whether a call that failed so has certainly not been carried out. */
export const isNeverSent = (reason: string): boolean => Object.hasOwn(NEVER_SENT, reason);
