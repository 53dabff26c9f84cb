import katex from 'katex'
import { expect, test } from 'vitest'
import { markupOf, violationsIn } from '#client/markdown/testing/markup.ts'
import { excerptOf } from '#protocol/excerpt.ts'
import { COMMENT_MAX, NOTE_TITLE_MAX, PASSAGE_EXACT_MAX } from '#protocol/limits.ts'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { noteText } from '#protocol/noteText.ts'
import { sampleComments, sampleHighlights } from './comments.ts'
import { SAMPLE_MINUTE_SECONDS, sampleMinute } from './minute.ts'
import { sampleExcerpts, sampleNotes } from './notes.ts'
import { sampleMe, sampleMeDescription, sampleRooms } from './rooms.ts'
import type { DocumentNo, SampleWriter } from './types.ts'

const files: Record<string, string> = import.meta.glob('./documents/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const documents = Object.entries(files).map(([path, text]) => ({
  no: Number(/\/(\d+)-[a-z-]+\.md$/.exec(path)?.[1]),
  text,
}))
const textOf = (no: number) => documents.find(document => document.no === no)?.text ?? ''

const room = (hubNo: number) => sampleRooms.find(sample => sample.hubNo === hubNo)
const note = (noteNo: number) => sampleNotes.find(sample => sample.noteNo === noteNo)
const isIn = (hubNo: number, writer: SampleWriter) =>
  writer === 'me' || room(hubNo)?.people.some(person => person.userNo === writer.userNo) === true
const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const playedComments = sampleMinute.flatMap(({ event }) =>
  event.kind === 'commented' ? [event.comment] : [],
)

test('has eight documents and 13 notes; the last five reuse the first five documents', () => {
  expect(documents.map(({ no }) => no).sort()).toEqual(numbersTo(8))
  expect(sampleNotes.map(({ noteNo }) => noteNo)).toEqual(numbersTo(13))
  expect(sampleNotes.map(({ document }) => document)).toEqual([...numbersTo(8), ...numbersTo(5)])
})

test.each(numbersTo(8))('document %i starts with its excerpt and can be read in a few minutes', no => {
  const text = textOf(no)
  expect(excerptOf(text).text.startsWith(sampleExcerpts[no as DocumentNo])).toBe(true)
  expect(text.length).toBeGreaterThanOrEqual(1500)
  expect(text.length).toBeLessThanOrEqual(4000)
})

test.each(numbersTo(8))('document %i shows four kinds of Markdown and loads nothing from other hosts', no => {
  const markup = markupOf(textOf(no))
  expect(violationsIn(markup)).toEqual([])
  expect(markup).not.toMatch(/<img|<a /)
  const kinds = parseMarkdown(textOf(no))
    .map(({ type }) => type)
    .filter(type =>
      /^(?:heading|bullet_list|ordered_list|blockquote|table)_open$|^(?:fence|math|hr)$/.test(type),
    )
  expect(new Set(kinds).size).toBeGreaterThanOrEqual(4)
})

test.each(numbersTo(8))(
  'document %i has valid formulas, headings and tables, and no unrendered characters',
  no => {
    const tokens = parseMarkdown(textOf(no))
    const inline = tokens.flatMap(({ children }) => children ?? [])
    for (const { content } of [...tokens, ...inline].filter(({ type }) => type === 'math'))
      expect(() => katex.renderToString(content, { throwOnError: true, strict: 'ignore' })).not.toThrow()
    const texts = inline.filter(({ type }) => type === 'text').map(({ content }) => content)
    expect(texts.filter(content => /\*|\$|`|->|\[[ x]\]/.test(content))).toEqual([])
    const levels = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => Number(tag.slice(1)))
    expect(levels[0]).toBe(1)
    levels.forEach((level, index) => {
      expect(level, 'skips no level').toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
    })
    expect(markupOf(textOf(no)), 'names each column').not.toMatch(/<th[^>]*><\/th>/)
  },
)

test.each(numbersTo(5))('document %i differs in title, writer and date from note to note', no => {
  const [first, second] = sampleNotes.filter(({ document }) => document === no)
  expect(second?.title).not.toBe(first?.title)
  expect(second?.writer).not.toEqual(first?.writer)
  expect(second?.timeCreated).not.toBe(first?.timeCreated)
})

test.each(sampleNotes)(
  'note $noteNo has a valid title and valid times',
  ({ title, timeCreated, lastUpdate }) => {
    expect(title.trim().length).toBeGreaterThanOrEqual(1)
    expect(title.length).toBeLessThanOrEqual(NOTE_TITLE_MAX)
    for (const time of [timeCreated, lastUpdate])
      expect(time).toMatch(/^2026-(?:0\d|10)-\d\dT[\d:]{8}\+09:00$/)
    expect(Date.parse(lastUpdate)).toBeGreaterThanOrEqual(Date.parse(timeCreated))
  },
)

test.each(sampleRooms)(
  'room $hubNo has notes of its members, newest first, and no document twice even after the minute',
  ({ hubNo, noteNos }) => {
    const notes = noteNos.map(note)
    for (const each of notes) expect(each && isIn(hubNo, each.writer)).toBe(true)
    const times = notes.map(each => each?.timeCreated ?? '')
    expect(times).toEqual(times.toSorted().reverse())
    const sharedNos = sampleMinute.flatMap(({ event }) =>
      event.kind === 'shared' && event.hubNo === hubNo ? [event.noteNo] : [],
    )
    const documentNos = [...noteNos, ...sharedNos].map(noteNo => note(noteNo)?.document)
    expect(new Set(documentNos).size).toBe(documentNos.length)
    expect(isIn(hubNo, sampleMe), 'the visitor is no listed member').toBe(false)
  },
)

test('the rooms contain every note, and the visitor introduces herself in three sentences', () => {
  expect(new Set(sampleRooms.flatMap(({ noteNos }) => noteNos)).size).toBe(13)
  expect(sampleMeDescription.match(/요\./g)).toHaveLength(3)
})

test.each(sampleComments)('comment $commentNo is by a member of the room, on a note in it', comment => {
  const { hubNo, noteNo, writer, text, at } = comment
  expect(isIn(hubNo, writer)).toBe(true)
  expect(room(hubNo)?.noteNos).toContain(noteNo)
  expect(text.length).toBeGreaterThanOrEqual(1)
  expect(text.length).toBeLessThanOrEqual(COMMENT_MAX)
  expect(Date.parse(at)).toBeGreaterThan(Date.parse(note(noteNo)?.timeCreated ?? ''))
})

test('comments are ordered by time, at most five per thread, with unique numbers', () => {
  for (const each of sampleComments) {
    const thread = sampleComments.filter(
      ({ hubNo, noteNo }) => hubNo === each.hubNo && noteNo === each.noteNo,
    )
    const times = thread.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    expect(times.length).toBeLessThanOrEqual(5)
  }
  const numbers = [...sampleComments, ...playedComments].map(({ commentNo }) => commentNo)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('the minute is ordered and ends in time', () => {
  const times = sampleMinute.map(({ atSeconds }) => atSeconds)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(SAMPLE_MINUTE_SECONDS)
})

test('the minute has valid events for all three rooms', () => {
  const shownIn = new Map(sampleRooms.map(({ hubNo, noteNos }) => [hubNo, new Set(noteNos)]))
  for (const { atSeconds, event } of sampleMinute) {
    const { hubNo, noteNo } = event.kind === 'commented' ? event.comment : event
    if (event.kind === 'shared') {
      const writer = note(noteNo)?.writer ?? 'me'
      expect(writer !== 'me' && isIn(hubNo, writer)).toBe(true)
      expect(shownIn.get(hubNo)).not.toContain(noteNo)
      shownIn.get(hubNo)?.add(noteNo)
    } else {
      expect(isIn(hubNo, event.kind === 'commented' ? event.comment.writer : event.writer)).toBe(true)
      expect(shownIn.get(hubNo)).toContain(noteNo)
    }
    if (event.kind === 'composing') {
      expect(event.untilSeconds).toBeGreaterThan(atSeconds)
      expect(event.untilSeconds).toBeLessThan(SAMPLE_MINUTE_SECONDS)
    }
  }
  for (const { hubNo, noteNos } of sampleRooms)
    expect(shownIn.get(hubNo)?.size).toBeGreaterThan(noteNos.length)
})

test('the minute replies to earlier comments of the thread and mentions members of the room', () => {
  const replies = playedComments.filter(({ replyTo }) => replyTo !== undefined)
  expect(replies.length).toBeGreaterThan(0)
  for (const { replyTo, hubNo, noteNo } of replies)
    expect(sampleComments.find(({ commentNo }) => commentNo === replyTo)).toMatchObject({ hubNo, noteNo })
  const mentions = playedComments.filter(({ text }) => text.startsWith('@'))
  expect(mentions.length).toBeGreaterThan(0)
  for (const { hubNo, text } of mentions)
    expect(room(hubNo)?.people.some(({ name }) => text.startsWith(`@${name} `))).toBe(true)
})

test('two passages of a note have comments, and members of the room highlight words that the note has once', () => {
  const played = sampleMinute.flatMap(({ event }) => (event.kind === 'highlighted' ? [event] : []))
  const composing = sampleMinute.flatMap(({ event }) => (event.kind === 'composing' ? [event] : []))
  expect(played.length).toBeGreaterThan(0)
  const marks = [...sampleComments, ...playedComments, ...sampleHighlights, ...played, ...composing]
  for (const { hubNo, noteNo, writer, on } of marks) {
    if (on === undefined) continue
    expect(isIn(hubNo, writer)).toBe(true)
    expect(on.length).toBeLessThanOrEqual(PASSAGE_EXACT_MAX)
    expect(noteText(textOf(note(noteNo)?.document ?? 0)).split(on), on).toHaveLength(2)
  }
  for (const { noteNo, writer } of [...sampleHighlights, ...played])
    expect(note(noteNo)?.writer, 'nobody highlights in an own note').not.toEqual(writer)
  const commented = new Set(
    sampleComments.flatMap(({ noteNo, on }) => (on === undefined ? [] : [`${noteNo} ${on}`])),
  )
  expect(commented.size).toBe(2)
})
