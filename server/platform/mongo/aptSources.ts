/**
 * The apt sources of a machine, rewritten for a later release of the same distribution: what `glibcFallback.ts`
 * hands to an apt of its own. Only the distribution's own `main` is kept: third-party sources, source packages
 * and other suites have nothing to offer there.
 */

/** For each release whose glibc is older than the engine needs (2.38), the first long-lived one that is not. */
const successors: Record<string, string> = {
  bullseye: 'trixie',
  bookworm: 'trixie',
  focal: 'noble',
  jammy: 'noble',
}

const pockets = ['', '-updates', '-security']

export type AptSources = { format: 'list' | 'deb822'; text: string }

/** The release to take newer packages from, or undefined when there is none that we know. */
export function successorOf(release: string): string | undefined {
  return successors[release]
}

/** Rewrites one file of sources into deb822 stanzas for `to`; an empty string when nothing in it belongs to `from`. */
export function sourcesFor(sources: AptSources, from: string, to: string): string {
  const stanzas = sources.format === 'list' ? stanzasOfList(sources.text) : stanzasOfDeb822(sources.text)
  return stanzas
    .map(stanza => movedStanza(stanza, from, to))
    .filter(stanza => stanza !== undefined)
    .map(stanza => [...stanza].map(([name, value]) => `${name}: ${value}\n`).join(''))
    .join('\n')
}

/** Field name → raw value, which keeps the line breaks and indentation of an inline key. */
type Stanza = Map<string, string>

function movedStanza(stanza: Stanza, from: string, to: string): Stanza | undefined {
  const has = (field: string, word: string) => words(stanza.get(field)).includes(word)
  const suites = words(stanza.get('Suites')).filter(suite => pockets.some(pocket => suite === from + pocket))
  const usable = has('Types', 'deb') && has('Components', 'main') && stanza.get('Enabled')?.trim() !== 'no'
  if (!usable || suites.length === 0) return undefined
  return new Map([
    ...stanza,
    ['Types', 'deb'],
    ['Suites', suites.map(suite => to + suite.slice(from.length)).join(' ')],
    ['Components', 'main'],
  ])
}

function words(value: string | undefined): string[] {
  return (value ?? '').split(/\s+/).filter(word => word !== '')
}

function stanzasOfDeb822(text: string): Stanza[] {
  const withoutComments = text.replace(/^#.*\n?/gm, '')
  return withoutComments.split(/\n\s*\n/).map(stanza => {
    const fields = stanza.matchAll(/^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t].*)*)/gm)
    return new Map(Array.from(fields, ([, name = '', value = '']) => [name, value]))
  })
}

/** One line: `deb [option=value,value …] URI suite component…`. Options bear other names than the fields do. */
function stanzasOfList(text: string): Stanza[] {
  return text.split('\n').flatMap(line => {
    const found = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]*)/.exec(line)
    if (found === null) return []
    const [, options = '', uri = '', suite = '', components = ''] = found
    const stanza: Stanza = new Map([
      ['Types', 'deb'],
      ['URIs', uri],
      ['Suites', suite],
      ['Components', components.trim()],
    ])
    for (const option of words(options)) {
      const [name = '', value = ''] = option.split('=')
      stanza.set(fieldOfOption[name] ?? name, value.replaceAll(',', ' '))
    }
    return stanza
  })
}

const fieldOfOption: Record<string, string> = {
  arch: 'Architectures',
  'signed-by': 'Signed-By',
  trusted: 'Trusted',
  'check-valid-until': 'Check-Valid-Until',
}
