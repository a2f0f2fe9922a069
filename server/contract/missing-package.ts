/** Whether an import failed because a package is not installed: some are optional (`peerDependenciesMeta`). */
export function isMissingPackage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
