/** What a release must not go without. */
export interface ReleaseState {
  /** of package.json */
  version: string;
  changelog: string;
  /** what git says of changed files; empty where the tree is clean */
  changes: string;
  /** tags that exist */
  tags: readonly string[];
}

/** Why this cannot be released, one sentence each; empty where it can. */
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
