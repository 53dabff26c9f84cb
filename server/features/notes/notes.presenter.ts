import { headNoOf, type Viewer } from '#protocol/access.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { encodeText } from '#protocol/encoding.ts'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import type { NoteItemView, NoteLine, NoteView, SeriesPlaceView } from '#protocol/notes.ts'
import type { MarkedLine, MarkedText, NoteSearchResult } from '#protocol/search.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { EarlierVersionRecord } from './history.repository.ts'
import { excerptOfListed } from './notes.excerpt.ts'
import type { NoteInList, NoteRecord } from './notes.repository.ts'
import type { ListedNote, OpenedNote } from './notes.service.ts'
import type { NoteSearchResults } from './search.service.ts'
import { excerptOf, highlightLine } from './searchHighlight.ts'

export function noteItemView(note: ListedNote): NoteItemView {
  const { partCount = 1, length = note.textLength } = note.parts ?? {}
  return {
    noteNo: note.noteNo,
    title: note.title,
    excerpt: excerptOfListed(note),
    createdAt: note.createdAt.toISOString(),
    lastUpdate: note.lastUpdate.toISOString(),
    length,
    ...(partCount > 1 && { partCount }),
    isPinned: note.pinned ?? false,
    sharedCount: note.sharedCount,
  }
}

/** A note in a list across topics. */
export function noteLineView(note: NoteInList, topicTitles: ReadonlyMap<number, string>): NoteLine {
  const { noteNo, title, subjectNo, lastUpdate } = note
  return {
    noteNo,
    title,
    excerpt: excerptOfListed(note),
    subjectTitle: topicTitles.get(subjectNo) ?? '',
    lastUpdate: lastUpdate.toISOString(),
  }
}

/** Has the title and the topic of a series. The note itself if it has none, or if the first part is being deleted. */
export function headOf(note: OpenedNote): Pick<NoteRecord, 'title' | 'subjectNo'> {
  return note.parts.find(({ noteNo }) => noteNo === headNoOf(note)) ?? note
}

function seriesPlaceView(note: OpenedNote): SeriesPlaceView {
  return {
    headNo: headNoOf(note),
    place: note.parts.findIndex(({ noteNo }) => noteNo === note.noteNo) + 1,
    parts: note.parts.map(({ noteNo, textLength, version }) => ({ noteNo, length: textLength, version })),
  }
}

export function noteView(
  note: OpenedNote,
  author: PersonView,
  topic: { subjectNo: number; subjectTitle: string },
  viewer: Viewer,
): NoteView {
  const isAuthor = note.authorNo === viewer.userNo
  const { canWrite, parts } = note
  return {
    success: true,
    noteNo: note.noteNo,
    title: headOf(note).title,
    author: author.userName,
    authorNo: note.authorNo,
    isAuthor,
    profPic: author.profPic,
    text: encodeText(note.text),
    lastUpdate: note.lastUpdate.toISOString(),
    version: note.version,
    subjectNo: isAuthor ? topic.subjectNo : null,
    subjectTitle: topic.subjectTitle,
    ...(canWrite && { canWrite }),
    ...(parts.length > 1 && { series: seriesPlaceView(note) }),
  }
}

/** The current state, for a client that saved over an older version. */
export function conflictView(note: NoteRecord, message: string) {
  return {
    success: false as const,
    conflict: true as const,
    message,
    title: note.title,
    text: encodeText(note.text),
    version: note.version,
    lastUpdate: note.lastUpdate.toISOString(),
  }
}

export function versionView(
  { version, title, text, textLength, lastUpdate, writerNos }: EarlierVersionRecord,
  people: ReadonlyMap<number, PersonRecord>,
  t: Translate,
): NoteVersionView {
  return {
    ...{ version, title, text: encodeText(text), length: textLength },
    lastUpdate: lastUpdate.toISOString(),
    ...(writerNos && { writers: writerNos.map(userNo => personOrDeleted(userNo, people, t).userName) }),
  }
}

/** For nodes of the previous release: the first hit only. */
function firstHighlight(line: MarkedLine): MarkedText {
  const index = line.findIndex(({ isHit }) => isHit)
  const textOf = (pieces: MarkedLine) => pieces.map(({ text }) => text).join('')
  if (index < 0) return { before: '', hit: '', after: textOf(line) }
  return {
    before: textOf(line.slice(0, index)),
    hit: line[index]?.text ?? '',
    after: textOf(line.slice(index + 1)),
  }
}

export async function noteSearchResults(
  { repositories, people, topicTitles }: Context,
  { items, words }: NoteSearchResults,
  viewer: Viewer,
  t: Translate,
): Promise<NoteSearchResult[]> {
  const others = items.filter(note => note.authorNo !== viewer.userNo).map(note => note.noteNo)
  const hubNos = others.length > 0 ? await repositories.hubs.findNosByMember(viewer.userNo) : []
  const [authors, titles, hubs] = await Promise.all([
    people.getMany(items.map(note => note.authorNo)),
    topicTitles.getMany(items.map(note => note.subjectNo)),
    repositories.shares.findLastHubs(others, hubNos),
  ])
  return items.map(note => {
    const marks = { title: highlightLine(note.title, words), excerpt: excerptOf(note.text, words) }
    return {
      noteNo: note.noteNo,
      title: firstHighlight(marks.title),
      excerpt: firstHighlight(marks.excerpt),
      marks,
      hubNo: hubs.get(note.noteNo) ?? null,
      author: personOrDeleted(note.authorNo, authors, t).userName,
      isAuthor: note.authorNo === viewer.userNo,
      subjectTitle: titles.get(note.subjectNo) ?? '',
      lastUpdate: note.lastUpdate.toISOString(),
    }
  })
}
