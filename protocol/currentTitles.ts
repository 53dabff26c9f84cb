import { NOTE_BODY_MAX } from './limits.ts'
import { headingOfTarget, linkKeyOf, readWikiLink, titlesOf } from './linkTargets.ts'
import { withAddresses } from './noteLinks.ts'

/** Where a link leads that is stored with a text. */
export interface NamedLink {
  /** The current title of the note. */
  title: string
  hasHeading: boolean
}

/**
 * Writes the current titles into the links `[[…]]` of a text, for exports: elsewhere only the words lead to a note. `linkOf`
 * finds a link by its key. A title that cannot be written in a link stays as it was, and so does a text that would become too
 * long.
 */
export function withCurrentTitles(text: string, linkOf: (key: string) => NamedLink | undefined): string {
  if (!text.includes('[[')) return text
  const changed = withAddresses(
    text,
    ({ kind, from }) => {
      const link = kind === 'wiki' ? readWikiLink(text, from) : null
      const named = link && linkOf(linkKeyOf(link.target))
      if (!link || !named || text[link.end] === '(' || isCurrent(link.target, named)) return null
      const { title, hasHeading } = named
      const target = hasHeading ? `${title}#${headingOfTarget(link.target)}` : title
      const written = link.label === undefined ? target : `${target}|${link.label}`
      const isReadable = readWikiLink(`[[${written}]]`, 0)?.target === target
      return isReadable ? written : null
    },
    { foreign: true },
  )
  return changed.length > NOTE_BODY_MAX ? text : changed
}

/** Whether the words still name the note, also with its topic. */
function isCurrent(target: string, { title }: NamedLink): boolean {
  const key = linkKeyOf(title)
  return titlesOf(target).some(name => name === key || name.endsWith(`/${key}`))
}
