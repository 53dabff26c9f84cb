import { expect, test } from 'vitest'
import { releaseChangelog } from './changelog.mjs'

const HEAD = '# What has changed\n\n## [Unreleased]\n'
const BEFORE = '\n## [0.1.0] - 2026-01-01\n\n- One thing.\n'

test('moves unreleased entries to the new version, below an empty Unreleased section', () => {
  expect(releaseChangelog(`${HEAD}\n### Added\n\n- Another.\n${BEFORE}`, '0.2.0', '2026-11-23')).toBe(
    `${HEAD}\n## [0.2.0] - 2026-11-23\n\n### Added\n\n- Another.\n${BEFORE}`,
  )
})

test.each([
  ['a changelog without entries', HEAD + BEFORE, 'nothing'],
  ['a changelog without an Unreleased section', BEFORE, 'lacks'],
])('rejects %s', (_, changelog, why) => {
  expect(() => releaseChangelog(changelog, '0.2.0', '2026-11-23')).toThrow(why)
})
