import type { Viewer } from '#protocol/access.ts'
import type { FoundNoteView, MarkedText } from '#protocol/noteFinding.ts'
import { plainText } from '#protocol/plainText.ts'
import type { Context } from '#server/context.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { Say } from '#server/platform/say.ts'
import type { FoundNotes } from './find.domain.ts'
import { type Around, markedIn } from './find.rules.ts'

const WHOLE_TITLE: Around = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY }
const EXCERPT: Around = { before: 24, after: 120 }

/** Without markdown signs, unless what was searched for is found among these only, as in a link's address. */
function excerptOf(text: string, pattern: RegExp): MarkedText {
  const plain = plainText(text)
  const isOnlyInSigns = pattern.test(text) && !pattern.test(plain)
  return markedIn(isOnlyInSigns ? text : plain, pattern, EXCERPT)
}

export async function foundNoteViews(
  { stores, people, topicTitles }: Context,
  { items, patterns }: FoundNotes,
  viewer: Viewer,
  say: Say,
): Promise<FoundNoteView[]> {
  const others = items.filter(note => note.authorNo !== viewer.userNo).map(note => note.noteNo)
  const hubNos = others.length > 0 ? await stores.hubs.numbersOf(viewer.userNo) : []
  const [authors, titles, hubs] = await Promise.all([
    people.of(items.map(note => note.authorNo)),
    topicTitles.of(items.map(note => note.subjectNo)),
    stores.shares.lastHubs(others, hubNos),
  ])
  return items.map(note => ({
    noteNo: note.noteNo,
    title: markedIn(note.title, patterns.title, WHOLE_TITLE),
    excerpt: excerptOf(note.text, patterns.text),
    hubNo: hubs.get(note.noteNo) ?? null,
    author: personOrGone(note.authorNo, authors, say).userName,
    isAuthor: note.authorNo === viewer.userNo,
    subjectTitle: titles.get(note.subjectNo) ?? '',
    lastUpdate: note.lastUpdate.toISOString(),
  }))
}
