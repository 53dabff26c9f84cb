import { tagsIn } from '#protocol/markdown/tagsIn.ts'

/** Stored with notes, so that they are found by their tags. */
export interface WithTags {
  /** The keys of the tags (`tagKeyOf`). Absent if there are none. */
  tags?: string[]
}

/** Store the result in the same write as the text. */
export function tagsOf(text: string): WithTags {
  const tags = tagsIn(text)
  return tags.length === 0 ? {} : { tags }
}
