import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { createUndoManager } from './documentUndo.ts'
import { TYPED } from './textareaBinding.ts'

function openText(start: string) {
  const text = new Y.Doc().getText('text')
  text.insert(0, start)
  const manager = createUndoManager(text)
  return {
    manager,
    read: () => text.toString(),
    /** Replaces a part of the text as a step of its own. */
    replace(from: number, to: number, insert: string): void {
      manager.stopCapturing()
      text.doc?.transact(() => {
        text.delete(from, to - from)
        text.insert(from, insert)
      }, TYPED)
    },
    /** Inserts a letter like another user. */
    insertRemotely: (at: number, letter: string) => text.insert(at, letter),
  }
}

test('removes typed text whole, parts of which were deleted and brought back', () => {
  const { manager, read, replace } = openText('처음 글')
  replace(4, 4, '에 이어서 쓴 말')
  replace(6, 9, '')
  manager.undo()
  replace(7, 7, '**')
  manager.undo()
  expect(read()).toBe('처음 글에 이어서 쓴 말')
  manager.undo()
  expect(read()).toBe('처음 글')
  manager.redo()
  expect(read()).toBe('처음 글에 이어서 쓴 말')
})

const position = fc.nat({ max: 30 })
const action = fc.oneof(
  fc.record({
    kind: fc.constant('replace' as const),
    at: position,
    length: fc.nat({ max: 6 }),
    insert: position,
  }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('redo' as const) }),
  fc.record({ kind: fc.constant('remote' as const), at: position }),
)

test('random steps lead to the texts before and after them, whatever others have inserted', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 5, maxLength: 40 }), actions => {
      const { manager, read, replace, insertRemotely } = openText('처음 글')
      const own = () => read().replaceAll('!', '')
      let texts = [own()]
      let step = 0
      let letter = 0
      for (const one of actions) {
        const { length } = read()
        if (one.kind === 'remote') insertRemotely(Math.min(one.at, length), '!')
        if (one.kind === 'replace') {
          const from = Math.min(one.at, length)
          const to = Math.min(from + one.length, length)
          // This user deletes no letters of others, so that the text without them can be compared.
          if (read().slice(from, to).includes('!')) continue
          letter += 1
          replace(from, to, String.fromCodePoint(0xac00 + letter).repeat(1 + (one.insert % 5)))
          texts = [...texts.slice(0, step + 1), own()]
          step += 1
        }
        if (one.kind === 'undo' && step > 0) {
          manager.undo()
          step -= 1
        }
        if (one.kind === 'redo' && step < texts.length - 1) {
          manager.redo()
          step += 1
        }
        expect(own()).toBe(texts[step])
      }
    }),
    { numRuns: 500 },
  )
})
