interface Place {
  port: number;
  /** default: this machine */
  host?: string | undefined;
}

/** Why the port cannot be listened on, in one line that names the setting. */
export function listenFault(error: unknown, { port, host }: Place): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new Error(`${meaningOf(code, port, host ?? 'this machine')} (${code})`, { cause: error });
}

function meaningOf(code: string, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is taken by another process`;
    case 'EACCES':
      return `PORT: this process may not listen on ${port}`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is not an address of this machine`;
    default:
      return `PORT, HOST: nothing can listen on port ${port} of ${host}`;
  }
}

/** Whether an import failed because a package is not installed: some are optional (`peerDependenciesMeta`). */
export function isMissingPackage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
