import { expect, test } from 'vitest'
import { released } from './changelog.mjs'

const HEAD = '# What has changed\n\n## [Unreleased]\n'
const BEFORE = '\n## [0.1.0] - 2026-01-01\n\n- One thing.\n'

test('what has gathered becomes the version’s, below an empty place for what comes next', () => {
  expect(released(`${HEAD}\n### Added\n\n- Another.\n${BEFORE}`, '0.2.0', '2026-11-23')).toBe(
    `${HEAD}\n## [0.2.0] - 2026-11-23\n\n### Added\n\n- Another.\n${BEFORE}`,
  )
})

test.each([
  ['nothing new', HEAD + BEFORE, 'nothing'],
  ['no place for it', BEFORE, 'lacks'],
])('%s is not released', (_, changelog, why) => {
  expect(() => released(changelog, '0.2.0', '2026-11-23')).toThrow(why)
})
