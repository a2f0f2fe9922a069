import { expect, it } from 'vitest';
import { releaseFaults } from './release-checks.ts';

const READY = {
  version: '1.2.0',
  changelog: '# Changelog\n\n## 1.2.0\n\n- …\n\n## 1.1.0\n',
  changes: '',
  tags: ['v1.1.0'],
};

it('lets a clean tree go whose version the changelog begins with', () => {
  expect(releaseFaults(READY)).toEqual([]);
  expect(releaseFaults({ ...READY, changelog: '## [1.2.0] – 2026-11-22' })).toEqual([]);
});

it('stops where files are changed, the changelog is behind, or the version is out already', () => {
  expect(releaseFaults({ ...READY, changes: ' M README.md\n' })).toEqual([
    'the tree is not clean:\n M README.md',
  ]);
  expect(releaseFaults({ ...READY, changelog: '## 1.1.0\n' })).toEqual([
    'package.json says 1.2.0, the first version in CHANGELOG.md is 1.1.0',
  ]);
  expect(releaseFaults({ ...READY, changelog: '## 1.2.0 – unreleased' })).toEqual([
    'CHANGELOG.md has something unreleased: give it its date',
  ]);
  expect(releaseFaults({ ...READY, tags: ['v1.2.0'] })).toEqual([
    'v1.2.0 is tagged already: raise the version',
  ]);
});

it('names every fault at once', () => {
  expect(releaseFaults({ version: '2.0.0', changelog: '', changes: '?? x', tags: ['v2.0.0'] })).toHaveLength(
    3,
  );
});
