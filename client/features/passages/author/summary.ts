import { t } from '#client/platform/language/language.ts'
import type { PassageCounts } from './authorPassages.ts'

/** '밑줄 12 · 댓글 5 · 방 3곳', without what is not there. */
export function summaryOf({ highlights, comments, rooms }: PassageCounts): string {
  return [
    highlights > 0 && t('passages.highlights', { count: highlights }),
    comments > 0 && t('passages.comments', { count: comments }),
    t('passages.rooms', { count: rooms }),
  ]
    .filter(part => part !== false)
    .join(' · ')
}
