import type { Viewer } from '#protocol/access.ts'
import type { MarkedLine, MarkedText, NoteSearchResult } from '#protocol/noteSearch.ts'
import type { Context } from '#server/context.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { Say } from '#server/platform/say.ts'
import type { NoteSearchResults } from './search.domain.ts'
import { excerptOf, markedLine } from './searchHighlight.ts'

/** As nodes of the release before tell it: with the first hit alone. */
function firstMarked(line: MarkedLine): MarkedText {
  const place = line.findIndex(({ isHit }) => isHit)
  const textOf = (pieces: MarkedLine) => pieces.map(({ text }) => text).join('')
  if (place < 0) return { before: '', hit: '', after: textOf(line) }
  return {
    before: textOf(line.slice(0, place)),
    hit: line[place]?.text ?? '',
    after: textOf(line.slice(place + 1)),
  }
}

export async function noteSearchResults(
  { stores, people, topicTitles }: Context,
  { items, words }: NoteSearchResults,
  viewer: Viewer,
  say: Say,
): Promise<NoteSearchResult[]> {
  const others = items.filter(note => note.authorNo !== viewer.userNo).map(note => note.noteNo)
  const hubNos = others.length > 0 ? await stores.hubs.numbersOf(viewer.userNo) : []
  const [authors, titles, hubs] = await Promise.all([
    people.of(items.map(note => note.authorNo)),
    topicTitles.of(items.map(note => note.subjectNo)),
    stores.shares.lastHubs(others, hubNos),
  ])
  return items.map(note => {
    const marks = { title: markedLine(note.title, words), excerpt: excerptOf(note.text, words) }
    return {
      noteNo: note.noteNo,
      title: firstMarked(marks.title),
      excerpt: firstMarked(marks.excerpt),
      marks,
      hubNo: hubs.get(note.noteNo) ?? null,
      author: personOrGone(note.authorNo, authors, say).userName,
      isAuthor: note.authorNo === viewer.userNo,
      subjectTitle: titles.get(note.subjectNo) ?? '',
      lastUpdate: note.lastUpdate.toISOString(),
    }
  })
}
