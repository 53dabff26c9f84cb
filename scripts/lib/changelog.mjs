const OPEN = '## [Unreleased]'

/**
 * Moves the entries under 'Unreleased' to a new version. Throws if there are none.
 * @param day such as 2026-11-23.
 */
export function releaseChangelog(changelog, version, day) {
  const [before, rest] = changelog.split(`${OPEN}\n`)
  if (rest === undefined) throw new Error(`CHANGELOG.md lacks ${OPEN}.`)
  const [entries = ''] = rest.split(/^## /m)
  if (!/^- /m.test(entries)) throw new Error('CHANGELOG.md has nothing under Unreleased.')
  return `${before}${OPEN}\n\n## [${version}] - ${day}\n${rest}`
}
