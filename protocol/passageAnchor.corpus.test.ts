import { expect, test } from 'vitest'
import corpus from '../tests/data/passage-edits.json' with { type: 'json' }
import { noteText } from './noteText.ts'
import { anchorPassage, passageAt } from './passageAnchor.ts'

/**
 * Edits of notes and where a reader would look for the quoted words afterwards. The answers were written before the algorithm, and
 * do not depend on it.
 */
interface Case {
  note: string
  quote: string
  /** Which of several places with these words, from 1. */
  nth?: number
  edit: string
  /** Replacements in the source of the note, one after another. */
  change: [string, string][]
  /** The words that are still the passage. Null if they are gone. */
  expected: string | null
}

const cases = corpus.cases as Case[]
const notes = new Map(Object.entries(corpus.notes).map(([name, lines]) => [name, lines.join('\n')]))

function sourceOf({ note }: Case): string {
  const source = notes.get(note)
  if (source === undefined) throw new Error(`no note ${note}`)
  return source
}

function edited(one: Case): string {
  return one.change.reduce((source, [from, to]) => {
    if (source.split(from).length !== 2 && from !== source) throw new Error(`${from} is not there once`)
    return source.replace(from, () => to)
  }, sourceOf(one))
}

function passageOf(one: Case) {
  const text = noteText(sourceOf(one))
  let start = -1
  for (let place = 0; place < (one.nth ?? 1); place++) start = text.indexOf(one.quote, start + 1)
  if (start === -1) throw new Error(`"${one.quote}" is not in ${one.note}`)
  return passageAt(text, start, start + one.quote.length)
}

function findWords(one: Case, addedBefore = ''): string | null {
  const text = noteText(addedBefore + edited(one))
  const passage = passageOf(one)
  const span = passage && anchorPassage(text, passage)
  return span && text.slice(span.start, span.end)
}

test('finds the words that a reader would, after nearly every edit, and never others', () => {
  const misses = cases.flatMap(one => {
    const found = findWords(one)
    return found === one.expected ? [] : [{ ...one, found }]
  })
  const wrong = misses.filter(({ found }) => found !== null)
  const report = misses.map(({ note, quote, edit, expected, found }) =>
    JSON.stringify({ note, quote, edit, expected, found }),
  )
  expect(cases.length).toBeGreaterThanOrEqual(300)
  expect(wrong, report.join('\n')).toEqual([])
  expect(misses.length / cases.length, report.join('\n')).toBeLessThanOrEqual(0.03)
})

test.each(['새 문단.', '이 문단은 나중에 앞에 썼다.'])(
  'finds the same words if a paragraph was added before them as well: %s',
  paragraph => {
    const others = cases.filter(one => findWords(one, `${paragraph}\n\n`) !== findWords(one))
    expect(others.map(({ note, quote, edit }) => JSON.stringify({ note, quote, edit }))).toEqual([])
  },
)
