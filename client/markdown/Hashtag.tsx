import { use } from 'react'
import { tagKeyOf } from '#protocol/markdown/hashtag.rules.ts'
import { IsInsideInteractive, PathOfTag, StaticPageContext } from './markdownContexts.ts'
import { NoteLink } from './NoteLink.tsx'

/** A tag `#여행`. In the author's own note it leads to the notes with this tag; elsewhere it is these words. */
export function Hashtag({ words }: { words: string }) {
  const pathOf = use(PathOfTag)
  const isInsideInteractive = use(IsInsideInteractive)
  const isStatic = use(StaticPageContext) !== null
  const isLink = pathOf !== null && !isInsideInteractive && !isStatic
  return (
    <span className="md-tag">
      {isLink ? <NoteLink href={pathOf(tagKeyOf(words.slice(1)))}>{words}</NoteLink> : words}
    </span>
  )
}
