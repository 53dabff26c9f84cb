import katex from 'katex'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '#client/markdown/markdown.parser.ts'
import { violationsIn } from '#client/markdown/testing/allowedMarkup.ts'
import { markupOf } from '#client/markdown/testing/markup.ts'
import { COMMENT_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { toSingleLine } from '#protocol/plainText.ts'
import { sampleComments } from './comments.ts'
import { SAMPLE_MINUTE_SECONDS, sampleMinute } from './minute.ts'
import { sampleExcerpts, sampleNotes } from './notes.ts'
import { sampleMe, sampleMeDescription } from './people.ts'
import { sampleRooms } from './rooms.ts'
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

describe('documents', () => {
  test('has eight documents', () => {
    expect(documents.map(({ no }) => no).sort()).toEqual(numbersTo(8))
  })

  describe.each(numbersTo(8))('%i', no => {
    const text = textOf(no)
    const tokens = parseMarkdown(text)

    test('starts with its excerpt', () => {
      expect(toSingleLine(text).startsWith(sampleExcerpts[no as DocumentNo])).toBe(true)
    })

    test('can be read in a few minutes', () => {
      expect(text.length).toBeGreaterThanOrEqual(1500)
      expect(text.length).toBeLessThanOrEqual(4000)
    })

    test('shows the Markdown features and loads nothing from other hosts', () => {
      const markup = markupOf(text)
      expect(violationsIn(markup)).toEqual([])
      expect(markup).not.toMatch(/<img|<a /)
      const kinds = tokens
        .map(({ type }) => type)
        .filter(type =>
          /^(?:heading|bullet_list|ordered_list|blockquote|table)_open$|^(?:fence|math|hr)$/.test(type),
        )
      expect(new Set(kinds).size).toBeGreaterThanOrEqual(4)
    })

    test('has valid formulas', () => {
      const formulas = tokens
        .flatMap(token => [token, ...(token.children ?? [])])
        .filter(({ type }) => type === 'math')
      for (const { content } of formulas)
        expect(() => katex.renderToString(content, { throwOnError: true, strict: 'ignore' })).not.toThrow()
    })

    test('has no unrendered Markdown characters', () => {
      const running = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'text')
      expect(
        running.map(({ content }) => content).filter(content => /\*|\$|`|->|\[[ x]\]/.test(content)),
      ).toEqual([])
    })

    test('skips no heading level', () => {
      const levels = tokens
        .filter(({ type }) => type === 'heading_open')
        .map(({ tag }) => Number(tag.slice(1)))
      expect(levels[0]).toBe(1)
      levels.forEach((level, index) => {
        expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
      })
    })

    test('names each table column', () => {
      expect(markupOf(text)).not.toMatch(/<th[^>]*><\/th>/)
    })
  })
})

describe('notes', () => {
  test('has 13 notes; the last five reuse the first five documents', () => {
    expect(sampleNotes.map(({ noteNo }) => noteNo)).toEqual(numbersTo(13))
    expect(sampleNotes.map(({ document }) => document)).toEqual([...numbersTo(8), ...numbersTo(5)])
  })

  test.each(numbersTo(5))('document %i differs in title, writer and date from note to note', no => {
    const [first, second] = sampleNotes.filter(({ document }) => document === no)
    expect(second?.title).not.toBe(first?.title)
    expect(second?.writer).not.toEqual(first?.writer)
    expect(second?.timeCreated).not.toBe(first?.timeCreated)
  })

  test.each(sampleNotes)(
    '$noteNo has a title and times that can be',
    ({ title, timeCreated, lastUpdate }) => {
      expect(title.trim().length).toBeGreaterThanOrEqual(1)
      expect(title.length).toBeLessThanOrEqual(NOTE_TITLE_MAX)
      for (const time of [timeCreated, lastUpdate])
        expect(time).toMatch(/^2026-(?:0\d|10)-\d\dT[\d:]{8}\+09:00$/)
      expect(Date.parse(lastUpdate)).toBeGreaterThanOrEqual(Date.parse(timeCreated))
    },
  )
})

describe('rooms', () => {
  test.each(sampleRooms)('$hubNo holds notes of its own people, newest first', ({ hubNo, noteNos }) => {
    const held = noteNos.map(note)
    for (const each of held) expect(each && isIn(hubNo, each.writer)).toBe(true)
    const times = held.map(each => each?.timeCreated ?? '')
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('contain every note, and no document twice even after the minute', () => {
    expect(new Set(sampleRooms.flatMap(({ noteNos }) => noteNos)).size).toBe(13)
    for (const { hubNo, noteNos } of sampleRooms) {
      const shared = sampleMinute.flatMap(({ event }) =>
        event.kind === 'shared' && event.hubNo === hubNo ? [event.noteNo] : [],
      )
      const held = [...noteNos, ...shared].map(noteNo => note(noteNo)?.document)
      expect(new Set(held).size).toBe(held.length)
    }
  })

  test('do not include the visitor', () => {
    for (const { hubNo } of sampleRooms) expect(isIn(hubNo, sampleMe)).toBe(false)
    expect(sampleMeDescription.match(/요\./g)).toHaveLength(3)
  })
})

describe('comments', () => {
  test.each(sampleComments)('$commentNo is by somebody of the room, on a note in it', comment => {
    const { hubNo, noteNo, writer, text, at } = comment
    expect(isIn(hubNo, writer)).toBe(true)
    expect(room(hubNo)?.noteNos).toContain(noteNo)
    expect(text.length).toBeGreaterThanOrEqual(1)
    expect(text.length).toBeLessThanOrEqual(COMMENT_MAX)
    expect(Date.parse(at)).toBeGreaterThan(Date.parse(note(noteNo)?.timeCreated ?? ''))
  })

  test('are ordered by time, at most five per thread', () => {
    for (const { hubNo, noteNos } of sampleRooms) {
      for (const noteNo of noteNos) {
        const thread = sampleComments.filter(said => said.hubNo === hubNo && said.noteNo === noteNo)
        const times = thread.map(({ at }) => at)
        expect(times).toEqual(times.toSorted())
        expect(times.length).toBeLessThanOrEqual(5)
      }
    }
  })
})

describe('the minute', () => {
  test('is ordered and ends in time', () => {
    const times = sampleMinute.map(({ atSeconds }) => atSeconds)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(SAMPLE_MINUTE_SECONDS)
  })

  test('has valid events for all three rooms', () => {
    const held = new Map(sampleRooms.map(({ hubNo, noteNos }) => [hubNo, new Set(noteNos)]))
    for (const { atSeconds, event } of sampleMinute) {
      const { hubNo, noteNo } = event.kind === 'commented' ? event.comment : event
      if (event.kind === 'shared') {
        const writer = note(noteNo)?.writer ?? 'me'
        expect(writer !== 'me' && isIn(hubNo, writer)).toBe(true)
        expect(held.get(hubNo)).not.toContain(noteNo)
        held.get(hubNo)?.add(noteNo)
      } else {
        expect(isIn(hubNo, event.kind === 'commented' ? event.comment.writer : event.writer)).toBe(true)
        expect(held.get(hubNo)).toContain(noteNo)
      }
      if (event.kind === 'composing') {
        expect(event.untilSeconds).toBeGreaterThan(atSeconds)
        expect(event.untilSeconds).toBeLessThan(SAMPLE_MINUTE_SECONDS)
      }
    }
    for (const { hubNo, noteNos } of sampleRooms)
      expect(held.get(hubNo)?.size).toBeGreaterThan(noteNos.length)
  })

  test('replies to earlier comments of the thread and mentions members of the room', () => {
    const spoken = sampleMinute.flatMap(({ event }) => (event.kind === 'commented' ? [event.comment] : []))
    const answers = spoken.filter(({ replyTo }) => replyTo !== undefined)
    expect(answers.length).toBeGreaterThan(0)
    for (const { replyTo, hubNo, noteNo } of answers)
      expect(sampleComments.find(({ commentNo }) => commentNo === replyTo)).toMatchObject({ hubNo, noteNo })
    const mentions = spoken.filter(({ text }) => text.startsWith('@'))
    expect(mentions.length).toBeGreaterThan(0)
    for (const { hubNo, text } of mentions)
      expect(room(hubNo)?.people.some(({ name }) => text.startsWith(`@${name} `))).toBe(true)
  })

  test('has unique comment numbers', () => {
    const spoken = sampleMinute.flatMap(({ event }) =>
      event.kind === 'commented' ? [event.comment.commentNo] : [],
    )
    const numbers = [...sampleComments.map(({ commentNo }) => commentNo), ...spoken]
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
