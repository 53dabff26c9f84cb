import { PASSAGES_PER_THREAD_MAX, PASSAGES_PER_USER_MAX } from '#protocol/limits.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import type { Passage } from '#protocol/passages.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import type { NoteTexts, NoteVersion } from './noteTexts.ts'
import type { PassageContext } from './passages.lookups.ts'
import type { StoredPassage } from './passages.record.ts'

/** The client anchors the passage in the current text and repeats the call. */
const changed = () => new RequestError('invalid', { sentence: 'passages.changed', field: 'passage' })

const full = (sentence: 'passages.userFull' | 'passages.threadFull') =>
  new RequestError('quota', { sentence, field: 'passage' })

/** Throws unless the user may begin another passage in the thread. Concurrent calls may exceed the limits by their number. */
export function requireSpace({ count, ownCount }: Pick<PassageContext, 'count' | 'ownCount'>): void {
  if (ownCount >= PASSAGES_PER_USER_MAX) throw full('passages.userFull')
  if (count >= PASSAGES_PER_THREAD_MAX) throw full('passages.threadFull')
}

interface PassageSources {
  noteNo: number
  share: ShareRecord
  /** Who begins the passage. */
  userNo: number
  textOf: NoteTexts
}

/**
 * Verifies a passage and returns it with the context of the text: nobody can attribute words to an author that members could not
 * read. A version that is no longer stored is replaced by the current one if the words occur there once.
 */
export function verifyPassage(
  passage: Passage,
  { note, earlier }: Pick<PassageContext, 'note' | 'earlier'>,
  { noteNo, share, userNo, textOf: noteTexts }: PassageSources,
): StoredPassage {
  if (note === null) throw notFound()
  const textOf = (version: NoteVersion) => noteTexts(version, userNo)
  // The versions of a series are not stored.
  if (note.isSeries) return passageInSeries(textOf({ noteNo, ...note }), passage, note.version)
  if (passage.noteVersion === note.version)
    return passageIn(textOf({ noteNo, ...note }), passage, note.version)
  if (earlier !== null && wasReadable(earlier, share)) {
    const { version, text } = earlier
    return passageIn(textOf({ noteNo, version, text }), passage, version)
  }
  return findInText(textOf({ noteNo, ...note }), passage, note.version)
}

function passageIn(text: string, { exact, start, end }: Passage, version: number): StoredPassage {
  const found = text.slice(start, end) === exact ? passageAt(text, start, end) : null
  if (found === null) throw changed()
  return { ...found, noteVersion: version }
}

/** Where the reader saw the words, or else where they are now, if they occur once. */
function passageInSeries(text: string, passage: Passage, version: number): StoredPassage {
  const isThere = text.slice(passage.start, passage.end) === passage.exact
  return isThere ? passageIn(text, passage, version) : findInText(text, passage, version)
}

/** Finds the words with their context, if they occur once. */
function findInText(text: string, { prefix, exact, suffix }: Passage, version: number): StoredPassage {
  const words = prefix + exact + suffix
  const index = text.indexOf(words)
  if (index < 0 || text.indexOf(words, index + 1) >= 0) throw changed()
  const start = index + prefix.length
  return passageIn(text, { prefix, exact, suffix, start, end: start + exact.length }, version)
}

/** Whether the version was current after the note was shared. */
function wasReadable(
  { version, lastUpdate }: NonNullable<PassageContext['earlier']>,
  { noteVersion, sharedAt }: ShareRecord,
): boolean {
  // Shares of previous releases have no version.
  return noteVersion === undefined ? lastUpdate >= sharedAt : version >= noteVersion
}
