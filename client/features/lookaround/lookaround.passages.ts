import { type AuthorGroup, groupByPassage } from '#client/features/passages/author/authorPassages.ts'
import type { PassageWriter } from '#client/features/passages/passages.tools.ts'
import { quoteOf } from '#protocol/comments.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import type { Passage } from '#protocol/passages.ts'
import { sampleHighlights } from './content/comments.ts'
import type { SampleComment } from './content/types.ts'
import { type MinuteState, playedHighlightsOf } from './lookaround.minute.ts'
import { personOf } from './lookaround.views.ts'

/** The passages of a sample note in a room so far. Pure functions over the plain text of the note. */

interface Place {
  hubNo: number
  noteNo: number
}

/** The passage with these words. Null if the note does not contain them. */
export function passageOf(text: string, words: string): Passage | null {
  const start = text.indexOf(words)
  return start === -1 ? null : passageAt(text, start, start + words.length, 1)
}

/** The highlights of the friends on the note, and their comments on its passages. */
export function sampleGroups(
  text: string,
  place: Place,
  { minute, comments }: { minute: MinuteState; comments: readonly SampleComment[] },
): AuthorGroup[] {
  const isHere = ({ hubNo, noteNo }: Place) => hubNo === place.hubNo && noteNo === place.noteNo
  const marks = [...sampleHighlights.filter(isHere), ...playedHighlightsOf(minute, place)]
  const highlights = marks.flatMap(({ writer, on }, index) => {
    const passage = passageOf(text, on)
    const { userNo, name } = personOf(writer)
    return passage ? [{ highlightNo: index + 1, userNo, userName: name, passage }] : []
  })
  const onPassages = comments.flatMap(({ commentNo, writer, on, at, text: comment }) => {
    const passage = on === undefined ? null : passageOf(text, on)
    const { userNo, name } = personOf(writer)
    const { line } = quoteOf({ writer: name, writerNo: userNo, text: comment })
    return passage ? [{ commentNo, writerNo: userNo, passage, writer: name, line, postedAt: at }] : []
  })
  return groupByPassage([{ hubNo: place.hubNo, version: 1, highlights, comments: onPassages }])
}

/** The friends who write about a passage now. */
export function sampleWriters(text: string, place: Place, { composing }: MinuteState): PassageWriter[] {
  return composing.flatMap(({ hubNo, noteNo, writer, on }) => {
    const isHere = hubNo === place.hubNo && noteNo === place.noteNo
    const passage = isHere && on !== undefined ? passageOf(text, on) : null
    return passage ? [{ userNo: writer.userNo, userName: writer.name, passage }] : []
  })
}
