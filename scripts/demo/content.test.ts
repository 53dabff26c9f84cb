import { expect, test } from 'vitest'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { noteText } from '#protocol/noteText.ts'
import { readDemoData, readNotes, readShortNotes, readThreads } from './content.ts'

const notes = [...readNotes(), ...readShortNotes()]

test('gives each note a title and a moment of its own, and a text', () => {
  for (const values of [notes.map(({ title }) => title), notes.map(({ by, day }) => `${by} ${day}`)])
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
  for (const { title, text } of notes) {
    expect(title.length, title).toBeLessThanOrEqual(NOTE_TITLE_MAX)
    expect(text, title).not.toBe('')
  }
})

test('gives each person several topics, with three to twelve notes each', () => {
  const { people } = readDemoData()
  for (const { key } of people) {
    const own = notes.filter(({ by }) => by === key)
    const topics = new Set(own.map(({ topic }) => topic))
    expect(topics.size, key).toBeGreaterThan(1)
    for (const topic of topics) {
      const count = own.filter(note => note.topic === topic).length
      expect(count, `${key}: ${topic}`).toBeGreaterThanOrEqual(3)
      expect(count, `${key}: ${topic}`).toBeLessThanOrEqual(12)
    }
  }
})

test('shares notes only with hubs of their author', () => {
  const { hubs } = readDemoData()
  const isMember = (hub: string, by: string) => hubs.find(({ key }) => key === hub)?.members.includes(by)
  const foreign = notes.filter(({ by, shared }) => shared.some(hub => !isMember(hub, by)))
  expect(foreign.map(({ title }) => title)).toEqual([])
})

test('highlights and comments on words that the note contains once', () => {
  const quotes = readThreads().flatMap(({ note: title, comments, highlights }) => {
    const text = noteText(notes.find(note => note.title === title)?.text ?? '')
    return [...comments, ...highlights].flatMap(({ on }) =>
      on === undefined ? [] : [{ title, on, count: text.split(on).length - 1 }],
    )
  })
  expect(quotes.length).toBeGreaterThan(0)
  expect(quotes.filter(({ count }) => count !== 1)).toEqual([])
})
