const OPEN = '## [Unreleased]'

/**
 * What has gathered under 'Unreleased' becomes a version's; an empty 'Unreleased' stays above it. Throws when nothing has gathered.
 * @param day as 2026-11-23.
 */
export function released(changelog, version, day) {
  const [before, rest] = changelog.split(`${OPEN}\n`)
  if (rest === undefined) throw new Error(`CHANGELOG.md lacks ${OPEN}.`)
  const [gathered = ''] = rest.split(/^## /m)
  if (!/^- /m.test(gathered)) throw new Error('CHANGELOG.md tells of nothing that was not released.')
  return `${before}${OPEN}\n\n## [${version}] - ${day}\n${rest}`
}
