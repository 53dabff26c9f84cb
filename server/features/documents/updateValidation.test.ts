import fc from 'fast-check'
import {
  createEncoder,
  type Encoder,
  toUint8Array,
  writeUint8,
  writeVarString,
  writeVarUint,
} from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { createDoc, createState, readContent } from '#protocol/document/content.ts'
import { readOutline } from './updateValidation.ts'

const isValid = (update: Uint8Array) => readOutline(update) !== null

/** The update of a document after `change`. */
function updateOf(change: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc()
  change(doc)
  return Y.encodeStateAsUpdate(doc)
}

test('insertions and deletions in title and text are valid', () => {
  expect(isValid(createState({ title: '제목', text: '글 😀' }))).toBe(true)
  const typed = updateOf(doc => {
    const text = doc.getText('text')
    for (const [at, letter] of [...'가나다라마바사'].entries()) text.insert(at, letter)
    text.delete(1, 3)
    text.insert(0, '앞')
  })
  expect(isValid(typed)).toBe(true)
  const doc = new Y.Doc()
  Y.applyUpdate(doc, typed)
  const stateVector = Y.encodeStateVector(doc)
  doc.getText('text').insert(2, '사이')
  expect(isValid(Y.encodeStateAsUpdate(doc, stateVector))).toBe(true)
})

test.each<[string, (doc: Y.Doc) => void]>([
  ['another text', doc => doc.getText('other').insert(0, '글')],
  ['a format', doc => doc.getText('text').insert(0, '글', { bold: true })],
  ['an embedded object', doc => doc.getText('text').insertEmbed(0, { picture: 1 })],
  ['a nested type', doc => doc.getText('text').insertEmbed(0, new Y.Map())],
  ['a subdocument', doc => doc.getMap('text').set('sub', new Y.Doc())],
  ['a key', doc => doc.getMap('text').set('key', 'value')],
  ['an attribute', doc => doc.getText('text').setAttribute('key', 'value')],
  ['an array', doc => doc.getArray('text').insert(0, ['글'])],
  ['bytes', doc => doc.getArray('text').insert(0, [new Uint8Array(10)])],
  [
    'a client number of more than 32 bits',
    doc => {
      doc.clientID = 2 ** 40
      doc.getText('text').insert(0, '글')
    },
  ],
])('%s is invalid', (_, change) => {
  expect(isValid(updateOf(change))).toBe(false)
})

test('an item without content is invalid: an item that overlaps it would make every document unreadable', () => {
  const state = createState({ title: '', text: '글' })
  const [written] = Y.decodeUpdate(state).structs
  if (written === undefined) throw new Error('the text has no item')
  const client = 7
  /** One item of the client, from a position of it. */
  const itemAt = (clock: number, write: (item: Encoder) => void) => {
    const encoder = createEncoder()
    for (const number of [1, 1, client, clock]) writeVarUint(encoder, number)
    write(encoder)
    writeVarUint(encoder, 0)
    return toUint8Array(encoder)
  }
  const withoutContent = itemAt(0, item => {
    for (const number of [0, 2]) writeVarUint(item, number)
  })
  const overlapping = itemAt(1, item => {
    const hasLeft = 0x80
    const isString = 4
    writeUint8(item, hasLeft | isString)
    for (const number of [written.id.client, written.id.clock]) writeVarUint(item, number)
    writeVarString(item, '뒤에')
  })
  expect(() => createDoc([state, withoutContent, overlapping])).toThrow()
  expect(isValid(withoutContent)).toBe(false)
  expect(isValid(overlapping)).toBe(true)
})

test('cut, changed and random bytes are refused without an error', () => {
  const whole = createState({ title: '제목', text: '글'.repeat(100) })
  for (let end = 0; end < whole.length; end += 1) expect(isValid(whole.slice(0, end))).toBe(false)
  for (let at = 0; at < whole.length; at += 1)
    for (const value of [0, 1, 10, 127, 128, 255]) isValid(whole.with(at, value))
  expect(isValid(Uint8Array.of(1, 255, 255, 255, 255, 15, 1, 0))).toBe(false)
})

test('a valid update never breaks the document that it is applied to', () => {
  const before = new Y.Doc()
  before.getText('text').insert(0, '안녕하세요 세계')
  before.getText('text').delete(2, 3)
  const state = Y.encodeStateAsUpdate(before)
  const after = new Y.Doc()
  Y.applyUpdate(after, state)
  for (const [at, words] of [
    [3, '사이'],
    [5, '둘'],
    [1, '앞'],
  ] as const)
    after.getText('text').insert(at, words)
  after.getText('text').delete(1, 4)
  const update = Y.encodeStateAsUpdate(after, Y.encodeStateVectorFromUpdate(state))
  const change = fc.record({ at: fc.nat({ max: update.length - 1 }), value: fc.nat({ max: 255 }) })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), changes => {
      const hostile = changes.reduce((bytes, { at, value }) => bytes.with(at, value), update)
      if (!isValid(hostile)) return
      const doc = new Y.Doc()
      Y.applyUpdate(doc, Y.mergeUpdates([state, hostile]))
      doc.getText('text').insert(0, '다음')
      expect(readContent(doc).text).toContain('다음')
    }),
    { numRuns: 5_000 },
  )
})
