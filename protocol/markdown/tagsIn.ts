import { NOTE_TAGS_MAX } from '../limits.ts'
import { tagKeyOf } from './hashtag.rules.ts'
import { parseMarkdown } from './markdown.parser.ts'

const MAY_HAVE_TAGS = /#[\p{L}\p{M}\p{N}_]/u

/** The distinct tags of a text without `#` (`tagKeyOf`), at most NOTE_TAGS_MAX. Does not parse a text that cannot have any. */
export function tagsIn(text: string): string[] {
  if (!MAY_HAVE_TAGS.test(text)) return []
  const tags = new Set<string>()
  for (const { children } of parseMarkdown(text))
    for (const { type, content } of children ?? [])
      if (type === 'hashtag' && tags.size < NOTE_TAGS_MAX) tags.add(tagKeyOf(content.slice(1)))
  return [...tags]
}
