/** The state that is checked before a release. */
export interface ReleaseState {
  /** of package.json */
  version: string;
  changelog: string;
  /** git's list of changed files; empty if the tree is clean */
  changes: string;
  /** existing tags */
  tags: readonly string[];
}

/** Reasons against a release, one sentence each; empty if there are none. */
export function releaseFaults({ version, changelog, changes, tags }: ReleaseState): string[] {
  const [, newest] = /^## \[?v?(\d+\.\d+\.\d+[^\s\]]*)/m.exec(changelog) ?? [];
  return [
    ...(changes.trim() === '' ? [] : [`the tree is not clean:\n${changes.trimEnd()}`]),
    ...(newest === version
      ? []
      : [`package.json says ${version}, the first version in CHANGELOG.md is ${newest ?? 'missing'}`]),
    ...(/^## .*unreleased/im.test(changelog)
      ? ['CHANGELOG.md has something unreleased: give it its date']
      : []),
    ...(tags.includes(`v${version}`) ? [`v${version} is tagged already: raise the version`] : []),
  ];
}
